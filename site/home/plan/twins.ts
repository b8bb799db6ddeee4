import type { Resource } from './resources.ts'

const chosen = (selector: string) => `:is(:hover,:focus-within):has(${selector}:is(:hover,:focus))`

/**
 * The rules that wash a resource's node and its log line together, for as long as either is pointed at or
 * focused, and the example while none is. They work before React runs and without it. While the plan has neither
 * pointer nor focus, none of it is searched for which is chosen: every restyling of the page would pay for 16 searches.
 * @param example the id of the pair that is washed at first
 */
export function twinRules(resources: readonly Resource[], example: string): string {
  const pairs = resources.map(({ id }) => `.plan${chosen(`[data-of=${id}]`)} [data-of=${id}]`)
  pairs.push(`.plan:not(${chosen('[data-of]')}) [data-of=${example}]`)
  return `${pairs.join()}{--wash:var(--washed);--edge:2px}`
}
