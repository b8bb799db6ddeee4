/** What replaces a page that stops working in the visitor's browser. The error's own message is below the heading. */
export const errorScreen = {
  heading: 'Unexpected Application Error!',
  /** The message for an error that has none. */
  unknown: 'Unknown error',
  hint: 'Reloading the page may help. Your purchases are not affected.',
  home: 'Return to Home',
}
