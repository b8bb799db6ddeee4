/** The label of a button whose action is running. */
export const processing = 'Processing...'
