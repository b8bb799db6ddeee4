import type { Element, ElementContent, Root } from 'hast'

/** Visits every element below `node`, parents before children. `visit` may change the element. */
export function walk(node: Root | Element, visit: (element: Element, parent: Root | Element) => void): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    visit(child, node)
    walk(child, visit)
  }
}

/** Replaces every element of that name with the result of `make`. `nth` counts from 1. */
export async function replaceEach(
  tree: Root,
  tagName: string,
  make: (element: Element, nth: number) => Element | Promise<Element>,
): Promise<void> {
  const found: { node: Element; parent: Root | Element }[] = []
  walk(tree, (node, parent) => {
    if (node.tagName === tagName) found.push({ node, parent })
  })
  for (const [index, { node, parent }] of found.entries()) {
    parent.children[parent.children.indexOf(node)] = await make(node, index + 1)
  }
}

/** An element's text, without markup. */
export function textOf(node: Element | ElementContent): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textOf).join('') : ''
}

/** Creates a hast element. */
export function element(
  tagName: string,
  properties: Element['properties'],
  ...children: ElementContent[]
): Element {
  return { type: 'element', tagName, properties, children }
}
