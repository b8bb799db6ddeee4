interface Window {
  /** Makes the faces of prose and code, from early.js, in the order in which they are to come. */
  makeFaces: () => FontFace[]
}
