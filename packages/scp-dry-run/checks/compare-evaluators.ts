// Compares the evaluator with @cloud-copilot/iam-simulate on random policies of the whole language. Run it after a change of the
// evaluator:
//
//   npm install --prefix /tmp/second @cloud-copilot/iam-simulate
//   node packages/scp-dry-run/checks/compare-evaluators.ts /tmp/second --requests 20000 --seed 7 --keep
//
// `--keep` writes some decisions on which both agree to decisions.json, which a test reads. The package is not a dependency: it is
// under the AGPL, and 19 MB.
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { rcpServices } from '../names/reference.ts'
import type { PolicyDocument } from '../policy/policy.ts'
import { type Decision, decideRow, type Row } from './decide-row.ts'
import { knownDifferences } from './known-differences.ts'
import { account, chance, oneOf, policyFor, requestFor } from './random-policies.ts'
import { shrink } from './shrink-row.ts'

/** How many decisions of each kind are kept. */
const keptOfEach = 40
/** How many differences are shown. */
const mostShown = 20

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '7' },
    keep: { type: 'boolean', default: false },
  },
})
const entry = path.resolve(positionals[0] ?? '', 'node_modules/@cloud-copilot/iam-simulate/dist/esm/index.js')
if (!positionals[0] || !existsSync(entry)) {
  console.error('Name the folder where the package is installed: the first lines of this file say how.')
  process.exit(2)
}
const { runUnsafeSimulation } = await import(entry)

const full: PolicyDocument = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }],
}
const fullOfResource: PolicyDocument = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }],
}
const named = (policies: readonly PolicyDocument[]) =>
  policies.map((policy, at) => ({ name: String(at), policy }))
const isDenyOnly = ({ Statement }: PolicyDocument) =>
  [Statement].flat().every(({ Effect }) => Effect === 'Deny')

async function secondOpinion({ scps, rcp, boundary, identity, request }: Row): Promise<string> {
  const result = await runUnsafeSimulation(
    {
      request: {
        principal: request.context['aws:PrincipalArn'],
        action: request.action,
        resource: { resource: request.resources?.[0], accountId: account },
        contextVariables: request.context,
      },
      identityPolicies: named([identity]),
      serviceControlPolicies: scps.map((policy, at) => ({
        orgIdentifier: String(at),
        policies: named(isDenyOnly(policy) ? [full, policy] : [policy]),
      })),
      // It applies these policies to all services.
      resourceControlPolicies:
        rcp && rcpServices.has(request.action.split(':')[0]?.toLowerCase() ?? '')
          ? [{ orgIdentifier: 'root', policies: named([fullOfResource, rcp]) }]
          : [],
      ...(boundary && { permissionBoundaryPolicies: named([boundary]) }),
    },
    { simulationMode: 'Strict' },
  )
  const word = String(result.overallResult ?? result.result ?? result)
  return word === 'Allowed' ? 'allowed' : word.includes('Denied') ? 'denied' : word
}

async function differ(row: Row): Promise<boolean> {
  const { verdict } = decideRow(row)
  return verdict !== 'cannot tell' && verdict !== (await secondOpinion(row))
}

const total = Number(values.requests)
const seed = Number(values.seed)
const counts = { same: 0, different: 0, 'cannot tell': 0 }
const verdicts: Record<string, number> = {}
const listed = new Map<string, number>()
const kept = new Map<string, [Row, Decision][]>()
for (const [index, draw] of fc.sample(fc.gen(), { numRuns: total, seed }).entries()) {
  const row: Row = {
    scps: Array.from({ length: draw(fc.integer, { min: 0, max: 3 }) }, () =>
      policyFor(draw, oneOf(draw, [0, 70])),
    ),
    rcp: chance(draw, 20) ? policyFor(draw, 0, true) : null,
    boundary: chance(draw, 20) ? policyFor(draw, 70) : null,
    identity: chance(draw, 60) ? full : policyFor(draw, 70),
    request: requestFor(draw),
  }
  const first = decideRow(row)
  const second = await secondOpinion(row)
  verdicts[first.verdict] = (verdicts[first.verdict] ?? 0) + 1
  if (first.verdict === 'cannot tell') counts['cannot tell']++
  else if (first.verdict === second) counts.same++
  else {
    const small = await shrink(row, differ)
    const known = knownDifferences.find(({ fits }) => fits(JSON.stringify(small), small))
    if (known) listed.set(known.what, (listed.get(known.what) ?? 0) + 1)
    else if (++counts.different <= mostShown)
      console.log(
        `${decideRow(small).verdict} here, ${await secondOpinion(small)} there: ${JSON.stringify(small)}`,
      )
  }
  if (first.verdict === second) {
    const rows = kept.get(`${second} ${first.by === 'nothing'}`) ?? []
    if (rows.length < keptOfEach) kept.set(`${second} ${first.by === 'nothing'}`, [...rows, [row, first]])
  }
  if ((index + 1) % 5000 === 0) console.log(`${index + 1} of ${total}`)
}
for (const { what, page } of knownDifferences) console.log(`${listed.get(what) ?? 0} listed: ${what} ${page}`)
console.log(`Seed ${seed}: ${JSON.stringify(counts)} of ${total}; here ${JSON.stringify(verdicts)}.`)
if (values.keep) {
  const rows = [...kept.values()].flat().map((row) => JSON.stringify(row))
  writeFileSync(path.join(import.meta.dirname, 'decisions.json'), `[\n${rows.join(',\n')}\n]\n`)
  console.log(`packages/scp-dry-run/checks/decisions.json: ${rows.length} decisions`)
}
process.exit(counts.different > 0 ? 1 : 0)
