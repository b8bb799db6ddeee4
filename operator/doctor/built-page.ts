import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { attribute, elementsIn, parsePage } from '../../server/http/html-elements.ts'

export interface BuiltPage {
  elements: Tree.Element[]
  /** The values of all `id` attributes. */
  ids: Set<string>
  /** What a visitor reads, one line for each block. */
  text: string
}

/** Elements whose text is not checked. Visitors see no scripts and styles, and in code, a "TODO" or an amount is an example. */
const unread = new Set(['script', 'style', 'template', 'code', 'pre'])
/** Elements that are part of a sentence. Every other element begins a new line. */
const inline = new Set(['s', 'b', 'i', 'em', 'strong', 'span', 'a'])

function readableText(node: Tree.Node): string {
  if ('value' in node) return node.value.replace(/\s+/g, ' ')
  if ('tagName' in node && unread.has(node.tagName)) return ' '
  if (!('childNodes' in node)) return ''
  const text = node.childNodes.map(readableText).join('')
  return 'tagName' in node && inline.has(node.tagName) ? text : `\n${text}\n`
}

export function readBuiltPage(html: string): BuiltPage {
  const document = parsePage(html)
  const elements = [...elementsIn(document)]
  return {
    elements,
    ids: new Set(elements.flatMap((element) => attribute(element, 'id') ?? [])),
    text: readableText(document).replace(/ +/g, ' '),
  }
}
