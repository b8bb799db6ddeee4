// Decisions of another evaluator on the kit's own policies (compare-evaluators.ts), and ours.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { decider, type Request } from 'scp-dry-run'
import { expect, test } from 'vitest'
import { policyGates } from '../gates.ts'
import { policySetOf } from '../kit-policies.ts'
import { readKit } from '../read-kit.ts'

type Row = [unit: string, session: string, request: Request, verdict: string]
const rows: Row[] = JSON.parse(readFileSync(new URL('decisions.json', import.meta.url), 'utf8'))
const set = policySetOf(await readKit())
const decide = (unit: string, session: string, request: Request) =>
  decider(policyGates(unit, session, set))(request)

test('the evaluator decides as another one does', () => {
  expect(rows.length).toBeGreaterThan(200)
  for (const row of rows) {
    const [unit, session, request, verdict] = row
    const remedy = `After a change of a policy, run packages/kit-reader/checks/compare-evaluators.ts again: ${JSON.stringify(row)}`
    expect(decide(unit, session, request).verdict, remedy).toBe(verdict)
  }
})

test('who knows less of a request says the same, or names what is missing', () => {
  fc.assert(
    fc.property(fc.constantFrom(...rows), fc.gen(), ([unit, session, request, verdict], draw) => {
      const known = Object.entries(request.context).filter(() => draw(fc.boolean))
      const context = Object.fromEntries(known)
      const resources = draw(fc.boolean) ? (request.resources ?? null) : null
      const less = decide(unit, session, { ...request, resources, context, leftOut: 'not asked' })
      if (less.verdict !== 'cannot tell') return less.verdict === verdict
      return less.missing.length > 0 && less.missing.every(({ name }) => !(name in context))
    }),
    { numRuns: 2000 },
  )
})
