/** What a button says while that which it began goes on. */
export const processing = 'Processing...'
