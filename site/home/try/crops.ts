// What the three crops show, computed as on the pages themselves.
import { kit } from 'virtual:kit'
import { model } from 'virtual:kit-model'
import { blueprintOf, fromQuery } from 'kit-reader/draw'
import { draw } from '#content/draw.ts'
import { tryIt } from '#content/home/try.ts'
import { policies } from '#content/policies.ts'
import { fill } from '../../../contract/fill.ts'
import { pages } from '../../../contract/paths.ts'
import { textOf } from '../../tools/address-query.ts'
import { buildAsk } from '../../tools/ask/build.ts'
import { answer, toQuery } from '../../tools/ask/question.ts'
import { evidenceOf, sentenceOf, titleOf, verdictOf } from '../../tools/ask/view.ts'
import { formatDollars, totalCents, totalCount } from '../../tools/draw/figures.tsx'
import { exampleUnits, judgeExample } from '../../tools/dry-run/example.ts'
import { kitGuardrails, kitPolicies } from '../../tools/dry-run/kit-guardrails.ts'
import { formatCount } from '../../tools/format-count.ts'

/** How many rows of the result a crop shows. */
const rows = 3

/** @throws Error if content names an example that content/policies.ts does not have */
function askCrop() {
  const [, title] = tryIt.ask.example
  const { data } = buildAsk()
  const question = data.presets.find((preset) => preset.title === title)?.question
  if (!question)
    throw new Error(`content/home/try.ts names "${title}", which content/policies.ts does not have.`)
  const { organization, files } = data
  const answered = answer(question, organization)
  return {
    href: pages.policies + textOf(toQuery(question)),
    question: titleOf(question, answered, policies).replace(/\?.*$/, '?'),
    verdict: verdictOf(answered, policies),
    sentence: sentenceOf(question, answered, organization, policies),
    evidence: evidenceOf(question, answered, organization, files),
  }
}

async function dryRunCrop() {
  const policies = kitPolicies(kit, '')
  const report = await judgeExample(policies, kitGuardrails(policies), exampleUnits)
  const counts = { denied: formatCount(report.denied), events: formatCount(report.events) }
  return {
    href: pages.dryRun,
    rows: report.rows.filter(({ verdict }) => verdict === 'denied').slice(0, rows),
    result: fill(tryIt.dryRun.result, counts),
  }
}

/** @throws Error if the kit refuses a value of its own example */
function drawCrop() {
  const blueprint = blueprintOf(fromQuery(new URLSearchParams(), model), model, '')
  const { bill, resources, accounts } = blueprint
  if (!bill || !resources) throw new Error('The kit refuses a value of its own example, so it has no bill.')
  const figures = {
    amount: formatDollars(totalCents(bill)),
    accounts: String(accounts.length + 1),
    resources: formatCount(totalCount(resources)),
  }
  return {
    href: pages.draw,
    lines: bill.map((line) => ({
      what: draw.bill.lines[line.name](line.counts),
      amount: formatDollars(totalCents([line])),
    })),
    result: fill(tryIt.draw.result, figures),
  }
}

export const crops = async () => ({ ask: askCrop(), dryRun: await dryRunCrop(), draw: drawCrop() })
export type Crops = Awaited<ReturnType<typeof crops>>
