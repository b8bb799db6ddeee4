/** Escapes an id for CSS without quotes. React would escape quotes inside a style element. */
const identifier = (id: string) =>
  id.replace(/[^\w-]|^[\d-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)

const isHighlighted = (selector: string) => `:is(:hover,:focus-within):has(${selector}:is(:hover,:focus))`

/**
 * Writes the CSS rules that highlight a resource in the drawing and in the log while either has the pointer or the focus, and
 * the example otherwise. A line of the log may name several resources. They work without React. The rules apply only while the plan has the pointer or the focus,
 * because each rule adds a search to every restyling of the page.
 * @param example the id of the resource that is highlighted at first
 */
export function highlightRules(ids: readonly string[], example: string): string {
  const pairs = ids.map((id) => {
    const selector = `[data-of~=${identifier(id)}]`
    return `.plan${isHighlighted(selector)} ${selector}`
  })
  pairs.push(`.plan:not(${isHighlighted('[data-of]')}) [data-of=${identifier(example)}]`)
  return `${pairs.join()}{--wash:var(--washed);--edge:2px}`
}
