/** What replaces a page that stops working in the visitor's browser. The error's own message stands below the heading. */
export const errorScreen = {
  heading: 'Unexpected Application Error!',
  /** Stands for the message of an error without one. */
  unknown: 'Unknown error',
  hint: 'Reloading the page may help. Your purchases are not affected.',
  home: 'Return to Home',
}
