/** What pricing and checkout say about the code of a link, such as `/?code=LAUNCH20`. */
export const promotion = {
  /** @param before the price without the code */
  applied: (code: string, before: string) => `With the code ${code}, instead of ${before}.`,
  problems: {
    unknown: "We don't recognize the code in your link, so the price shown here applies.",
    ended: 'The code in your link has expired, so the price shown here applies.',
    unusable: 'The code in your link is not for this purchase, so the price shown here applies.',
    unchecked:
      "The code in your link can't be checked right now. Reload this page in a moment, or pay the price shown here.",
  },
  /** The answer to a checkout whose code has become unusable. */
  refused:
    'The code in your link can no longer be used; nothing was charged. Send the form again to buy without it.',
  /** The code cannot be checked right now. */
  unchecked:
    "The code in your link can't be checked right now; nothing was charged. Please try again in a moment.",
} as const
