// Compares packages/guardrails/judge/evaluate.ts with @cloud-copilot/iam-simulate on random requests that are made of the words of the kit's own
// policies. Run it after a change of the evaluator or of a policy:
//
//   npm install --prefix /tmp/second @cloud-copilot/iam-simulate
//   node packages/kit-reader/checks/compare-evaluators.ts /tmp/second --requests 20000 --seed 7 --keep
//
// `--keep` writes some of its decisions to decisions.json, which a test reads. The package is not a dependency: it is under the
// AGPL, and 19 MB.
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { decider, type Gate, matches, type Request } from 'scp-dry-run'
import { people, sessionOfSet } from '../assignment.ts'
import { policyGates } from '../gates.ts'
import { policySetOf } from '../kit-policies.ts'
import { knownActions } from '../known-actions.ts'
import { readKit } from '../read-kit.ts'

/** How many decisions of each verdict are kept for each unit and session. */
const keptOfEach = 3

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

const set = policySetOf(await readKit())
const units = Object.keys(set.guards).filter((unit) => unit !== 'root')
const principals = [
  ...Object.values(people).map(({ set: name }) => sessionOfSet(name)),
  ...Object.values(set.assignments.roles).map(({ arn }) => arn),
  'arn:aws:iam::111122223333:user/ci',
]
const list = (value: string | string[] | undefined) => [value ?? []].flat()
const statements = set.policies.flatMap(({ policy }) => policy.Statement)
const actions = [...new Set(statements.flatMap((one) => [...list(one.Action), ...list(one.NotAction)]))]
const resources = [
  ...new Set(statements.flatMap((one) => [...list(one.Resource), ...list(one.NotResource)])),
].filter((resource) => resource !== '*')
const keys = new Map<string, string[]>()
for (const { Condition = {} } of statements)
  for (const [key, wanted] of Object.values(Condition).flatMap((tests) => Object.entries(tests)))
    keys.set(key, [...(keys.get(key) ?? []), ...list(wanted)])
keys.delete('aws:PrincipalArn')

type Draw = fc.GeneratorValue
const oneOf = <T>(draw: Draw, options: readonly T[]): T => draw(fc.constantFrom, ...options)
const chance = (draw: Draw, percent: number): boolean => draw(fc.integer, { min: 1, max: 100 }) <= percent

/** A text that a pattern may match, and sometimes one that it just misses. */
function textFor(draw: Draw, pattern: string): string {
  const text = pattern
    .replace(/\$\{[^}]+\}/g, () => oneOf(draw, ['orders', 'billing']))
    .replace(/\*/g, () => oneOf(draw, ['', 'x', '111122223333', 'eu-central-1', 'orders', 'a/b', 'a:b']))
    .replace(/\?/g, 'x')
  if (chance(draw, 15)) return text.slice(0, -1)
  if (chance(draw, 10)) return `${text}x`
  return chance(draw, 5) ? text.toUpperCase() : text
}

function actionFor(draw: Draw): string {
  const pattern = chance(draw, 70) ? oneOf(draw, actions) : '*'
  const [service = '', name = '*'] =
    pattern === '*' ? [oneOf(draw, Object.keys(knownActions.services))] : pattern.split(':')
  const known = (knownActions.services[service] ?? []).filter((action) =>
    matches(name.toLowerCase(), action.toLowerCase()),
  )
  const action = `${service}:${known.length > 0 ? oneOf(draw, known) : name.replaceAll('*', 'X')}`
  return chance(draw, 5) ? action.toUpperCase() : action
}

function contextFor(draw: Draw): Record<string, string | string[]> {
  const context: Record<string, string | string[]> = {}
  for (const [key, wanted] of keys) {
    if (chance(draw, 65)) continue
    const value = chance(draw, 75)
      ? textFor(draw, oneOf(draw, wanted))
      : oneOf(draw, ['true', 'false', 'eu-central-1', 'ap-south-1', 'nope'])
    const name = chance(draw, 2) ? key.toLowerCase() : key
    context[name] = key === 'aws:TagKeys' && chance(draw, 10) ? [value, 'other'] : value
  }
  if (chance(draw, 60))
    context['aws:RequestedRegion'] = oneOf(draw, ['eu-central-1', 'us-east-1', 'ap-south-1'])
  return context
}

/** Everything is allowed where AWS's FullAWSAccess is attached. */
const full = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] }
const named = ({ name, policies }: Gate) =>
  policies.map(({ document }, at) => ({ name: `${name} ${at}`, policy: document }))

/** What the other evaluator says. It judges no policies of buckets and roles, so both leave them out. */
async function secondOpinion(gates: Gate[], { action, resources, context }: Request, principal: string) {
  const guards = gates.filter(({ kind }) => kind === 'guard')
  const grants = gates.filter(({ kind }) => kind === 'grant')
  const [identity, boundary] = grants.toReversed()
  const result = await runUnsafeSimulation(
    {
      request: {
        principal,
        action,
        resource: { resource: resources?.[0], accountId: principal.split(':')[4] },
        contextVariables: context,
      },
      identityPolicies: identity ? named(identity) : [],
      serviceControlPolicies: guards.map((gate) => ({
        orgIdentifier: gate.name,
        policies: [{ name: 'FullAWSAccess', policy: full }, ...named(gate)],
      })),
      resourceControlPolicies: [],
      ...(boundary && { permissionBoundaryPolicies: named(boundary) }),
    },
    { simulationMode: 'Strict' },
  )
  const word = String(result.overallResult ?? result.result ?? result)
  return word === 'Allowed' ? 'allowed' : word.includes('Denied') ? 'denied' : word
}

const total = Number(values.requests)
const seed = Number(values.seed)
const kept = new Map<string, unknown[]>()
let differences = 0
for (const [index, draw] of fc.sample(fc.gen(), { numRuns: total, seed }).entries()) {
  const unit = oneOf(draw, units)
  const session = oneOf(draw, Object.keys(set.sessions))
  const principal = oneOf(draw, principals)
  const request = {
    action: actionFor(draw),
    resources: [textFor(draw, oneOf(draw, resources))],
    context: { 'aws:PrincipalArn': principal, ...contextFor(draw) },
  }
  const gates = policyGates(unit, session, set)
  const first = decider(gates)(request).verdict
  const second = await secondOpinion(gates, request, principal)
  if (first !== second) {
    differences++
    console.log(`${first} here, ${second} there: ${JSON.stringify({ unit, session, ...request })}`)
  }
  const group = [unit, session, second].join()
  const rows = kept.get(group) ?? []
  if (rows.length < keptOfEach) kept.set(group, [...rows, [unit, session, request, second]])
  if ((index + 1) % 5000 === 0) console.log(`${index + 1} of ${total}`)
}
console.log(`Seed ${seed}: ${total - differences} of ${total} decisions are the same.`)
if (values.keep) {
  const rows = [...kept.values()].flat().map((row) => JSON.stringify(row))
  writeFileSync(path.join(import.meta.dirname, 'decisions.json'), `[\n${rows.join(',\n')}\n]\n`)
  console.log(`packages/kit-reader/checks/decisions.json: ${rows.length} decisions`)
}
process.exit(differences > 0 ? 1 : 0)
