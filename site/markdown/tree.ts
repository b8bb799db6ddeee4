import type { Element, ElementContent, Root } from 'hast'

/** Every element below `node`, parents before children; `visit` may change what it gets. */
export function walk(node: Root | Element, visit: (element: Element, parent: Root | Element) => void): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    visit(child, node)
    walk(child, visit)
  }
}

/** Puts what `make` gives in the place of every element of that name; `nth` counts them from 1. */
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

/** What a reader sees of an element, without its markup. */
export function textOf(node: Element | ElementContent): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textOf).join('') : ''
}

/** An element, as hast wants it. */
export function element(
  tagName: string,
  properties: Element['properties'],
  ...children: ElementContent[]
): Element {
  return { type: 'element', tagName, properties, children }
}
