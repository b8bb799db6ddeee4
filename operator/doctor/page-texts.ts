import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsNamed, type Page } from '../../checks/site/read-site.ts'
import { formatMoney, formatMoneyExact } from '../../contract/money.ts'
import { error, type Finding, warning } from '../../server/examine/finding.ts'

/** Elements whose text is not checked. Visitors see no scripts and styles, and in code, a "TODO" or an amount is an example. */
const unread = new Set(['script', 'style', 'template', 'code', 'pre'])
/** Elements that are part of a sentence. Every other element begins a new line. */
const inline = new Set(['s', 'b', 'i', 'em', 'strong', 'span', 'a'])

/** With plain single spaces, as a built page is read: an amount may have a no-break space. */
export const onOneLine = (text: string): string => text.replace(/\s+/g, ' ')

/** For a pattern that finds the text. */
export const escaped = (text: string): string => text.replace(/[$.()*+?^|[\]{}\\]/g, '\\$&')

function readableText(node: Tree.Node): string {
  if ('value' in node) return onOneLine(node.value)
  if ('tagName' in node && unread.has(node.tagName)) return ' '
  if (!('childNodes' in node)) return ''
  const text = node.childNodes.map(readableText).join('')
  return 'tagName' in node && inline.has(node.tagName) ? text : `\n${text}\n`
}

/** What a visitor reads, one line for each block. */
export const linesOf = (page: Page): string =>
  elementsNamed(page, 'html').map(readableText).join('').replace(/ +/g, ' ')

/** A writer's notes and filler text. */
const leftovers = /\b(?:TODO|FIXME|TBD)\b|\blorem ipsum\b/i

/** The words around a part of a text, so that the seller finds it. */
function excerpt(text: string, from: number, to: number): string {
  const start = Math.max(text.lastIndexOf('\n', from) + 1, from - 30)
  const lineEnd = text.indexOf('\n', to)
  return text.slice(start, Math.min(lineEnd < 0 ? text.length : lineEnd, to + 30)).trim()
}

interface Money {
  currency: string
  language: string
}

/** Finds amounts with the sign of the currency, on the side where the language has it. */
function amountsPattern({ currency, language }: Money): RegExp {
  // No thousands begin with a zero, so $0.045 for a gigabyte has three decimals. It is what a service costs, and no price.
  const number = String.raw`(?!0[.,]\d{3})\d+(?:[.,' ]\d{3})*(?:[.,]\d\d)?(?![.,]?\d)`
  const [before = '', after = ''] = onOneLine(formatMoney(0, currency, language))
    .split('0')
    .map(escaped)
  return new RegExp(`(?<!\\d|\\d[.,])${before}${number}${after}`, 'g')
}

/**
 * Reports unfinished texts, and amounts that are not in the catalog, because a price in a text does not change with the catalog.
 * Posts may name any amount, and so may the page with the bill of AWS.
 * @param amounts every amount in the catalog, in the currency's smallest unit
 */
export function* pageTextFindings(all: Page[], amounts: number[], money: Money): Generator<Finding> {
  const { currency, language } = money
  const known = new Set(
    [formatMoney, formatMoneyExact].flatMap((format) =>
      amounts.map((amount) => onOneLine(format(amount, currency, language))),
    ),
  )
  const pattern = amountsPattern(money)
  const reported = new Set<string>()
  for (const page of all) {
    const { address } = page
    const text = linesOf(page)
    const note = leftovers.exec(text)
    if (note) {
      const where = excerpt(text, note.index, note.index + note[0].length)
      yield error(`${address} says "${where}", which looks unfinished.`, 'Finish the text in content/.')
    }
    if (address.startsWith('/blog/')) continue
    for (const match of text.matchAll(pattern)) {
      const where = excerpt(text, match.index, match.index + match[0].length)
      if (known.has(match[0]) || reported.has(where)) continue
      reported.add(where)
      yield warning(
        `${address} says "${where}", but the catalog has no amount of ${match[0]}.`,
        'If it is one of your prices, correct the text in content/, or leave the amount out.',
      )
    }
  }
}
