/**
 * The typefaces by their use: the family, the beginning of the names of its files in `brand/fonts`, and its weights. Style sheets
 * cannot import this list: `typefaces.test.ts` names each one that has another family. For another typeface, put its files into
 * `brand/fonts`, change this list, and follow the test. `fallbacks.css` says how its widths are found.
 */
export const typefaces = {
  heading: { family: 'Familjen Grotesk', file: 'familjen-grotesk', weights: '600' },
  body: { family: 'Hanken Grotesk', file: 'hanken-grotesk', weights: '400 700' },
  mono: { family: 'Red Hat Mono', file: 'red-hat-mono', weights: '400 700' },
} as const
