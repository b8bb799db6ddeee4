// What the three crops show, computed as on the pages themselves.
import { kit } from 'virtual:kit'
import { tryIt } from '#content/home/try.ts'
import { policies } from '#content/policies.ts'
import { fill } from '../../../contract/fill.ts'
import { kitFilePath, pages } from '../../../contract/paths.ts'
import { textOf } from '../../tools/address-query.ts'
import { buildAsk } from '../../tools/ask/build.ts'
import { answer, toQuery } from '../../tools/ask/question.ts'
import { evidenceOf, sentenceOf, titleOf, verdictOf } from '../../tools/ask/view.ts'
import { exampleUnits, judgeExample } from '../../tools/dry-run/example.ts'
import { kitGuardrails, kitPolicies } from '../../tools/dry-run/kit-guardrails.ts'
import { formatCount } from '../../tools/format-count.ts'
import { formatDollars } from '../kit-words.ts'

/** How many rows of the result a crop shows. */
const rows = 3

/** A team of the example has a service in each. */
const environments = 3

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

function costsCrop() {
  const { core, egress, team, bills } = kit.costs
  const { lines, result } = tryIt.costs
  const amounts = { core, egress: egress.per_vpc, balancers: team.balancers, tasks: team.tasks }
  const { team: service = 0, ...layers } = kit.added
  const resources = Object.values(layers).reduce((sum, count) => sum + count, environments * service)
  return {
    href: kitFilePath('docs/costs.md'),
    lines: (['core', 'egress', 'balancers', 'tasks'] as const).map((name) => ({
      what: lines[name],
      amount: formatDollars(amounts[name]),
    })),
    result: fill(result, {
      amount: formatDollars(bills.oneTeam),
      accounts: String(kit.accounts.length + 1),
      resources: formatCount(resources),
    }),
  }
}

export const crops = async () => ({ ask: askCrop(), dryRun: await dryRunCrop(), costs: costsCrop() })
export type Crops = Awaited<ReturnType<typeof crops>>
