import type { Block, Inline } from './content.ts'

/** Release notes: a title and the text below it. */
export interface Notes {
  title: string
  blocks: Block[]
}

const marked = /\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)|`([^`\n]+)`|\*\*([^*\n]+)\*\*/g

/** Splits a sentence at its links, its code and its bold words. All other text stays as it was typed. */
function inlines(text: string): Inline[] {
  const parts: Inline[] = []
  let end = 0
  for (const match of text.matchAll(marked)) {
    const [whole, label = '', href, code, strong = ''] = match
    parts.push(text.slice(end, match.index))
    if (href) parts.push({ text: label, href })
    else parts.push(code ? { code } : { strong })
    end = match.index + whole.length
  }
  parts.push(text.slice(end))
  return parts.filter((part) => part !== '')
}

const isItem = (line: string) => /^[-*] /.test(line)

/** The items of a list. An indented line continues the item above it. */
function items(lines: string[]): Inline[][] {
  const texts: string[] = []
  for (const line of lines) {
    if (isItem(line)) texts.push(line.slice(2).trim())
    else texts.push(`${texts.pop() ?? ''} ${line.trim()}`)
  }
  return texts.map(inlines)
}

function blockOf(text: string): Block {
  const lines = text.split('\n')
  const heading = /^#{1,6} +(\S.*)$/.exec(text)
  if (heading && lines.length === 1) return { kind: 'heading', text: heading[1] ?? '' }
  if (isItem(lines[0] ?? '')) return { kind: 'list', items: items(lines) }
  return { kind: 'text', content: inlines(lines.map((line) => line.trim()).join(' ')) }
}

/**
 * Parses the part of Markdown that a mail needs: headings, paragraphs, lists, links, code and bold words, separated by blank lines.
 * @param markdown the first line is the title: `# What is new in 2.5.0`
 * @returns null without a title
 */
export function parseNotes(markdown: string): Notes | null {
  const [first = '', ...rest] = markdown.replaceAll('\r\n', '\n').trim().split('\n')
  const title = /^# +(\S.*)$/.exec(first)?.[1]?.trim()
  if (!title) return null
  // A heading needs no blank line around it.
  const spaced = rest.join('\n').replace(/^(#{1,6} .+)$/gm, '\n$1\n')
  const texts = spaced
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter(Boolean)
  return { title, blocks: texts.map(blockOf) }
}
