import type { Resource } from '../../../../content/home/organization.ts'

/** Milliseconds between one line's start and the next, and the last start of all: with 600 ms to draw, 1.8 s. */
const stagger = 60
const lastStart = 1200

const chosen = (selector: string) => `:is(:hover,:focus-within):has(${selector}:is(:hover,:focus))`

/**
 * The rules that wash a resource's node and its log line together, for as long as either is pointed at or
 * focused, and the example while none is. They work before React runs and without it. While the plan has neither
 * pointer nor focus, none of it is searched for which is chosen: every restyling of the page would pay for 16 searches.
 * @param example the id of the pair that is washed at first
 * @param shapes how many shapes draw themselves in
 */
export function twinRules(resources: readonly Resource[], example: string, shapes: number): string {
  const pairs = resources.map(({ id }) => `.plan${chosen(`[data-of=${id}]`)} [data-of=${id}]`)
  pairs.push(`.plan:not(${chosen('[data-of]')}) [data-of=${example}]`)
  const starts = Array.from(
    { length: Math.min(shapes, lastStart / stagger + 1) },
    (_, index) => `[data-draw="${index}"]{animation-delay:${index * stagger}ms}`,
  )
  return `${pairs.join()}{--wash:var(--washed);--edge:2px}${starts.join('')}`
}

/** Which start a shape has; those after the last start with it. */
export function drawIndex(position: number): number {
  return Math.min(position, lastStart / stagger)
}
