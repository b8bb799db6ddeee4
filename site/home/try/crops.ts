// What the three crops show, computed as on the pages themselves.
import { kit } from 'virtual:kit'
import { tryIt } from '#content/home/try.ts'
import { fill } from '../../../contract/fill.ts'
import { kitFilePath, pages } from '../../../contract/paths.ts'
import { decidingText, requestId, sentenceOf, verdictOf } from '../../kit-policies/words.ts'
import { judgeExample } from '../../tools/dry-run/example.ts'
import { guardrailsOf } from '../../tools/dry-run/guardrails.ts'
import { kitTexts } from '../../tools/dry-run/kit-texts.ts'
import { formatCount } from '../../tools/format-count.ts'
import { formatDollars } from '../kit-words.ts'

/** How many rows of the result a crop shows. */
const rows = 3

/** A team of the example has a service in each. */
const environments = 3

/** @throws Error if content names a request that the checks do not have */
function policyCrop() {
  const [who, what] = tryIt.policies.example
  const request = kit.policyRequests.find(({ holder, title }) => holder === who && title === what)
  if (!request)
    throw new Error(
      `content/home/try.ts names "${what}", which packages/kit-reader/policy-cases.ts does not have.`,
    )
  return {
    href: `${pages.policies}#${requestId(request)}`,
    verdict: verdictOf(request),
    result: sentenceOf(request),
    text: decidingText(request),
  }
}

async function dryRunCrop() {
  const report = await judgeExample(guardrailsOf(kitTexts(kit)))
  const counts = { denied: formatCount(report.denied), events: formatCount(report.events) }
  return {
    href: pages.scpDryRun,
    rows: report.rows.filter(({ verdict }) => verdict === 'denied').slice(0, rows),
    result: fill(tryIt.dryRun.counted, counts),
  }
}

function costsCrop() {
  const { core, egress, team, bills } = kit.costs
  const { lines, counted } = tryIt.costs
  const amounts = { core, egress: egress.per_vpc, balancers: team.balancers, tasks: team.tasks }
  const { team: service = 0, ...layers } = kit.added
  const resources = Object.values(layers).reduce((sum, count) => sum + count, environments * service)
  return {
    href: kitFilePath('docs/costs.md'),
    lines: (['core', 'egress', 'balancers', 'tasks'] as const).map((name) => ({
      what: lines[name],
      amount: formatDollars(amounts[name]),
    })),
    result: fill(counted, {
      amount: formatDollars(bills.oneTeam),
      accounts: String(kit.accounts.length + 1),
      resources: formatCount(resources),
    }),
  }
}

export const crops = async () => ({
  policies: policyCrop(),
  dryRun: await dryRunCrop(),
  costs: costsCrop(),
})
export type Crops = Awaited<ReturnType<typeof crops>>
