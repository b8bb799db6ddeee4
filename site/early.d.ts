interface Window {
  /** Shows the chosen theme and the menu's state on a page that does not yet. */
  dress: () => void
  /** Makes the faces of prose and code, from early.js, in the order in which they are to come. */
  makeFaces: () => FontFace[]
  /** Puts what travels at the page's end into its place. */
  placeLate: () => void
  /** The opener of a dialog that was not there yet. */
  pressedEarly?: HTMLElement
}
