/** Each figure of `npm run bench` with its limit: `npm run bench` marks a figure that is over it. */
export const limits = {
  'largest paint, × the reference page': { atMost: 1.35 },
  'largest paint, × the page without scripts': { atMost: 1.1 },
  'layout shift': { atMost: 0 },
  'the lowest of the four scores': { atLeast: 100 },
  'blocking at 4 ×, ms': { atMost: 10 },
  'blocking at 10 ×, ms': { atMost: 150 },
  'main thread at 4 ×, ms': { atMost: 1000 },
  'first tap to the next paint, ms': { atMost: 100 },
  'first tap to the dialog, ms': { atMost: 150 },
  'next page on slow 4G, ms': { atMost: 450 },
  'next page, prerendered, ms': { atMost: 100 },
  'requests a second, × nginx': { atLeast: 0.4 },
  'dry run of 500,000 events, s': { atMost: 60 },
  'its longest task, ms': { atMost: 100 },
  'its heap, MB': { atMost: 100 },
  'pages of others, 99 of 100 within ms': { atMost: 250 },
  'checkouts of others, % answered': { atLeast: 95 },
} satisfies Record<string, { atMost: number } | { atLeast: number }>

/** A measured figure: what it is of, its name above, and its value. */
export type Figure = [of: string, name: keyof typeof limits, value: number]

/** The middle value. For an even number of values, the higher of the two in the middle. */
export const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
