import { formatUsd } from '../../contract/money.ts'
import type { BuiltPage } from './built-page.ts'
import { error, type Finding, warning } from './finding.ts'

/** A writer's notes and filler text. */
const leftovers = /\b(?:TODO|FIXME|TBD)\b|\blorem ipsum\b/i

/** The words around a part of a text, so that the seller finds it. */
function excerpt(text: string, from: number, to: number): string {
  const start = Math.max(text.lastIndexOf('\n', from) + 1, from - 30)
  const lineEnd = text.indexOf('\n', to)
  return text.slice(start, Math.min(lineEnd < 0 ? text.length : lineEnd, to + 30)).trim()
}

/**
 * Reports unfinished texts, and amounts that are not in the catalog, because a price in a text does not change with the catalog.
 * Posts may name any amount.
 * @param pages by address
 * @param amounts cents: every amount in the catalog
 */
export function* pageTextFindings(pages: Map<string, BuiltPage>, amounts: number[]): Generator<Finding> {
  const known = new Set(amounts.map(formatUsd))
  const reported = new Set<string>()
  for (const [page, { text }] of pages) {
    const note = leftovers.exec(text)
    if (note) {
      const where = excerpt(text, note.index, note.index + note[0].length)
      yield error(`${page} says "${where}", which looks unfinished.`, 'Finish the text in content/.')
    }
    if (page.startsWith('/blog/')) continue
    for (const match of text.matchAll(/\$\d+(?:,\d{3})*(?:\.\d\d)?/g)) {
      const where = excerpt(text, match.index, match.index + match[0].length)
      if (known.has(match[0]) || reported.has(where)) continue
      reported.add(where)
      yield warning(
        `${page} says "${where}", but the catalog has no amount of ${match[0]}.`,
        'If it is one of your prices, correct the text in content/, or leave the amount out.',
      )
    }
  }
}
