import { kit } from 'virtual:kit'
import { model } from 'virtual:kit-model'
import { blueprintOf, fromQuery } from 'kit-reader/draw'
import { faq, type Row } from '#content/home/questions.ts'
import { pages } from '../../../contract/paths.ts'
import { formatDollars, totalCents } from '../../tools/draw/figures.tsx'
import { withFigures } from '../kit-words.ts'

interface ShownRow {
  name: string
  values: string[]
  /** The page that computes the value. */
  href?: string
}

/** @throws Error if the kit refuses the organization of a row */
function shownRow(row: Row): ShownRow {
  if (!('draw' in row)) {
    const [name, ...values] = row.map((cell) => withFigures(cell, kit))
    return { name: name ?? '', values }
  }
  const { bill } = blueprintOf(fromQuery(new URLSearchParams(row.draw), model), model, '')
  if (!bill) throw new Error(`content/home/questions.ts draws "${row.draw}", which the kit refuses.`)
  const href = row.draw ? `${pages.draw}?${row.draw}` : pages.draw
  return { name: row.name, values: [formatDollars(totalCents(bill))], href }
}

/** The questions with the kit's figures in their answers. `text` is the whole answer, for search engines. */
export const questions = faq.questions.map(({ table: { head, rows }, note, ...one }) => {
  const shown = rows.map(shownRow)
  const rowText = ({ name, values }: ShownRow) =>
    `${name}: ${values.map((value, index) => (head && head.length > 2 ? `${head[index + 1]} ${value}` : value)).join(', ')}.`
  const answer = withFigures(one.answer, kit)
  const filled = note === undefined ? '' : withFigures(note, kit)
  return {
    ...one,
    answer,
    head,
    rows: shown,
    note: filled,
    text: [answer, ...shown.map(rowText), filled].filter(Boolean).join(' '),
  }
})
