/**
 * The tags of a test for one combination of values, such as a page, a theme and a width. `npm test` runs every second combination, so
 * that each pair of values occurs, and `npm test -- long` runs the rest, which have the tag @long.
 * @param indexes the index of each value in its list
 */
export const tagOf = (...indexes: number[]): { tag?: string } =>
  isEveryday(...indexes) ? {} : { tag: '@long' }

/** Whether `npm test` runs the combination of these values. @param indexes the index of each value in its list */
const isEveryday = (...indexes: number[]) => indexes.reduce((sum, index) => sum + index, 0) % 2 === 0
