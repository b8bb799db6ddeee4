interface Window {
  /** The faces of prose and code, from early.js, in the order in which they are to come. */
  faces: FontFace[]
}
