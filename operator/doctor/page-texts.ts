import { formatUsd } from '../../contract/money.ts'
import { error, type Finding, warning } from './finding.ts'

/** Notes that writers leave for themselves, and printers' filler. */
const leftovers = /\b(?:TODO|FIXME|TBD)\b|\blorem ipsum\b/i

const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ' }

/** What a visitor reads of a page. Code is left out: there, a "TODO" or an amount is an example. */
function readableText(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(script|style|code|pre|template)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<\/?(?:s|b|i|em|strong|span|a)\b[^>]*>/gi, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(lt|gt|quot|amp|nbsp);/g, (_, name: string) => named[name] ?? '')
    .replace(/[^\S\n]+/g, ' ')
}

/** The words around a place in a text, to find it by. */
function excerpt(text: string, from: number, to: number): string {
  const start = Math.max(text.lastIndexOf('\n', from) + 1, from - 30)
  const lineEnd = text.indexOf('\n', to)
  return text.slice(start, Math.min(lineEnd < 0 ? text.length : lineEnd, to + 30)).trim()
}

/**
 * What the words of the pages should not say: notes of the writer, and amounts that are not in the catalog, since a price
 * that somebody typed into a text stays when the catalog changes. Posts may name any amount.
 * @param pages the HTML of the built pages, by address
 * @param amounts cents: every amount that the catalog gives
 */
export function* pageTextFindings(pages: Map<string, string>, amounts: number[]): Generator<Finding> {
  const known = new Set(amounts.map(formatUsd))
  const reported = new Set<string>()
  for (const [page, html] of pages) {
    const text = readableText(html)
    const note = leftovers.exec(text)
    if (note) {
      const where = excerpt(text, note.index, note.index + note[0].length)
      yield error(`${page} says "${where}", which looks unfinished.`, 'Finish the text in content/.')
    }
    if (page.startsWith('/blog/')) continue
    for (const match of text.matchAll(/\$\d[\d,]*(?:\.\d\d)?/g)) {
      const where = excerpt(text, match.index, match.index + match[0].length)
      if (known.has(match[0]) || reported.has(where)) continue
      reported.add(where)
      yield warning(
        `${page} says "${where}", and the catalog has no amount of ${match[0]}.`,
        'If it is one of your prices, correct the text in content/, or leave the amount out.',
      )
    }
  }
}
