import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

/** Yields an element and all elements inside it, in the order of the page. */
function* elementsIn(node: Tree.Node): Generator<Tree.Element> {
  if ('tagName' in node) yield node
  const inside = 'content' in node ? [node.content] : 'childNodes' in node ? node.childNodes : []
  for (const child of inside) yield* elementsIn(child)
}

/**
 * All elements of a page, in its order. The page is parsed as browsers do without scripts, so that the content of `<noscript>`
 * becomes elements.
 */
export const parsePage = (html: string): Tree.Element[] => [
  ...elementsIn(parse(html, { scriptingEnabled: false })),
]

/** An attribute's value with its character references decoded. */
export const attribute = (element: Tree.Element | undefined, name: string): string | undefined =>
  element?.attrs.find((one) => one.name === name)?.value

/** The text directly inside of an element, such as a script's source. */
export const sourceOf = (element: Tree.Element): string =>
  element.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
