/** What pricing and checkout say about the code of a link, such as `/?code=LAUNCH20`. */
export const promotion = {
  /** @param before the price without the code */
  applied: (code: string, before: string) => `With the code ${code}, instead of ${before}.`,
  problems: {
    unknown: 'The shop does not know the code of your link, so you pay the price shown here.',
    ended: 'The code of your link has ended, so you pay the price shown here.',
    unusable: 'The code of your link is not for this purchase, so you pay the price shown here.',
    unchecked:
      'The code of your link cannot be checked right now. Reload this page in a moment, or pay the price shown here.',
  },
  /** The answer to a checkout whose code has become unusable. */
  refused:
    'The code of your link cannot be used any more; nothing was charged. Send the form again to buy without it.',
  /** The code cannot be checked right now. */
  unchecked:
    'The code of your link cannot be checked right now; nothing was charged. Please try again in a moment.',
} as const
