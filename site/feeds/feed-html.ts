import { defaultTreeAdapter, parseFragment, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5'

const attributeOf = ({ attrs }: Tree.Element, name: string) => attrs.find((one) => one.name === name)?.value

/** Attributes that hold an address. */
const addresses = ['href', 'src', 'cite']

/**
 * Adapts a post's HTML to feed readers. It makes addresses absolute, and removes the links of headings and all buttons, because
 * feed readers run no scripts.
 * @param url the post's address
 */
export function feedHtml(html: string, url: string): string {
  const fragment = parseFragment(html)
  const visit = (node: Tree.ParentNode) => {
    for (const child of [...node.childNodes]) {
      if (!('tagName' in child)) continue
      if (child.tagName === 'button') {
        defaultTreeAdapter.detachNode(child)
        continue
      }
      if (attributeOf(child, 'class') === 'heading-link') {
        for (const inner of [...child.childNodes]) {
          defaultTreeAdapter.detachNode(inner)
          defaultTreeAdapter.insertBefore(node, inner, child)
        }
        defaultTreeAdapter.detachNode(child)
        continue
      }
      // The size in `src` is enough.
      child.attrs = child.attrs.filter(({ name }) => name !== 'srcset')
      for (const attribute of child.attrs) {
        if (addresses.includes(attribute.name))
          attribute.value = URL.parse(attribute.value, url)?.href ?? attribute.value
      }
      visit(child)
    }
  }
  visit(fragment)
  return serialize(fragment)
}
