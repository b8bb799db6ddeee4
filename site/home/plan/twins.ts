import type { Resource } from '../../../content/home/drawing.ts'

/** An id as CSS writes it without quotes, which React would escape inside of a style element. */
const identifier = (id: string) =>
  id.replace(/[^\w-]|^[\d-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)

const chosen = (selector: string) => `:is(:hover,:focus-within):has(${selector}:is(:hover,:focus))`

/**
 * The rules that wash a resource's node and its log line together, for as long as either is pointed at or
 * focused, and the example while none is. They work before React runs and without it. While the plan has neither
 * pointer nor focus, none of it is searched for which is chosen: every restyling of the page would pay for 16 searches.
 * @param example the id of the pair that is washed at first
 */
export function twinRules(resources: readonly Resource[], example: string): string {
  const pairs = resources.map(({ id }) => {
    const twin = `[data-of=${identifier(id)}]`
    return `.plan${chosen(twin)} ${twin}`
  })
  pairs.push(`.plan:not(${chosen('[data-of]')}) [data-of=${identifier(example)}]`)
  return `${pairs.join()}{--wash:var(--washed);--edge:2px}`
}
