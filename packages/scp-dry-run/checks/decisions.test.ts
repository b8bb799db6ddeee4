// Decisions of another evaluator on policies of the whole language (compare-evaluators.ts), and ours.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideRow, type Row } from './decide-row.ts'

const rows: [Row, { verdict: string; by: string }][] = JSON.parse(
  readFileSync(new URL('decisions.json', import.meta.url), 'utf8'),
)

test('the evaluator decides as another one does, by the same statement as before', () => {
  expect(rows.length).toBeGreaterThan(100)
  for (const [row, decision] of rows) expect(decideRow(row), JSON.stringify(row)).toEqual(decision)
})

test('who knows less of a request says the same, or names what is missing', () => {
  fc.assert(
    fc.property(fc.constantFrom(...rows), fc.gen(), ([row, { verdict }], draw) => {
      const known = Object.entries(row.request.context).filter(() => draw(fc.boolean))
      const resources = draw(fc.boolean) ? (row.request.resources ?? null) : null
      const context = Object.fromEntries(known)
      const less = decideRow({
        ...row,
        request: { ...row.request, resources, context, leftOut: 'not asked' },
      })
      const names = Object.keys(context).map((key) => key.toLowerCase())
      if (less.verdict !== 'cannot tell') return less.verdict === verdict
      return less.missing.length > 0 && less.missing.every((name) => !names.includes(name.toLowerCase()))
    }),
    { numRuns: 3000 },
  )
})
