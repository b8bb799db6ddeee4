import { kit } from 'virtual:kit'
import { faq, type Row } from '#content/home/questions.ts'
import { formatDollars, withFigures } from '../kit-words.ts'

interface ShownRow {
  name: string
  values: string[]
}

function shownRow(row: Row): ShownRow {
  if ('bill' in row) return { name: row.name, values: [formatDollars(kit.costs.bills[row.bill])] }
  const [name, ...values] = row.map((cell) => withFigures(cell, kit))
  return { name: name ?? '', values }
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
