// Counts what policies would have done to the requests in a trail. Reading and judging are separate steps, so a trail that was
// read once can be judged again with other accounts, regions or another management account.

import { resolveArn } from '../trail/cloudtrail.ts'
import { singleOf } from './asked.ts'
import { decider, type Gate, type Verdict } from './evaluate.ts'
import type { AccountGates } from './levels.ts'
import { addTimes, type Group, type Reading } from './reading.ts'
import { withRegions } from './regions.ts'
import type { Request, Target, Values } from './request.ts'

export interface Row {
  verdict: 'denied' | 'cannot tell'
  /** The level, or the gate such as `permission boundary`. Empty if the action is unknown. */
  level: string
  /** The policy's name. Empty if the action is unknown, or if nothing allows the request. */
  policy: string
  /** The statement's Sid, or its number. Empty like `policy`. */
  sid: string
  line: number | null
  account: string
  principal: string
  action: string
  /** The action that decided, if it is not the event's own: `iam:PassRole`. Else empty. */
  inside: string
  region: string
  /** What would decide the request if the event had it: condition keys, `resource` or `action`. */
  missing: string
  times: number
  first: string
  last: string
}

export interface Result {
  verdicts: Record<Verdict['verdict'], number>
  /** Events of the management account, if no policy limits it. */
  management: number
  /** Denied requests first, then undecided ones. The most frequent first within each. */
  rows: Row[]
  /** How many requests were denied because of their region alone, by region. The most frequent first. */
  regions: Map<string, number>
  /** The sum of `regions`. */
  byRegionAlone: number
  /** What was assumed about levels where only Deny documents were given, each once. */
  assumed: AccountGates['assumed']
}

type Decide = (request: Request) => Verdict

/** Decides by the gates, and by the same gates with one more region. */
interface Deciders {
  decide: Decide
  /** Null if no statement lists regions. */
  withRegion(region: string): Decide | null
}

function decidersOf(gates: readonly Gate[]): Deciders {
  const wider = new Map<string, Decide | null>()
  const widen = (region: string): Decide | null => {
    let isChanged = false
    const changed = gates.map((gate) => ({
      ...gate,
      policies: gate.policies.map((policy) => {
        const copy = withRegions(policy, [region])
        isChanged ||= copy.changed.length > 0
        return copy.policy
      }),
    }))
    return isChanged ? decider(changed) : null
  }
  return {
    decide: decider(gates),
    withRegion(region) {
      const before = wider.get(region)
      if (before !== undefined) return before
      const decide = widen(region)
      wider.set(region, decide)
      return decide
    },
  }
}

const unknownAction = {
  verdict: 'cannot tell',
  level: '',
  policy: '',
  sid: '',
  line: null,
  inside: '',
  missing: 'action',
} as const

function reasonOf(verdict: Exclude<Verdict, { verdict: 'allowed' }>, action: string) {
  const { gate, by } = verdict
  return {
    verdict: verdict.verdict,
    level: gate,
    policy: by?.policy ?? '',
    sid: by?.sid ?? '',
    line: by?.line ?? null,
    inside: verdict.action === action ? '' : verdict.action,
    missing: verdict.verdict === 'cannot tell' ? verdict.missing.map(({ name }) => name).join(', ') : '',
  }
}

/** Values of condition keys that hold for all requests of the organization's own principals, in any case of the keys. */
export type Facts = Readonly<Record<string, Values>>

const accountOf = (arn: string) => /^arn:[^:]*:[^:]*::(\d{12}):/.exec(arn)?.[1] ?? ''

/** The request of a group, with the ARNs that other events have shown, and with the facts that its own do not hold. */
function requestOfGroup(group: Group, action: string, { known, accounts }: Reading, facts: Facts): Request {
  const { resources, principal, others, context, isOutsider, owner } = group
  const shown = (arn: string) => resolveArn(arn, known) ?? arn
  const isOwn = !isOutsider || accounts.has(accountOf(principal))
  const byKey = new Map(
    Object.entries(facts).map(([key, value]) => [key.toLowerCase(), singleOf(key, value)]),
  )
  const filled = (given: Request['context']) =>
    Object.fromEntries(
      Object.entries(given).map(([key, value]) => {
        const name = key.toLowerCase()
        if (name === 'aws:principalarn' && !isOutsider) return [key, shown(principal)]
        return [key, value === undefined && isOwn ? byKey.get(name) : value]
      }),
    )
  const filledTargets = (list: Request['resources']) =>
    list?.map((one): string | Target =>
      typeof one === 'string'
        ? shown(one)
        : {
            ...one,
            resource: one.resource === null ? null : shown(one.resource),
            ...(one.context && { context: filled(one.context) }),
          },
    ) ?? list
  const caller = isOutsider ? {} : { 'aws:PrincipalArn': shown(principal) }
  const ownership = {
    ...(isOutsider && { isOutsider }),
    ...(owner !== undefined && !(owner !== null && accounts.has(owner)) && { isForeign: true }),
  }
  return {
    action,
    context: { ...caller, ...filled(context) },
    leftOut: 'not recorded',
    ...(resources !== undefined && { resources: filledTargets(resources) ?? null }),
    ...ownership,
    others: others.map((other) => ({
      ...ownership,
      ...other,
      resources: filledTargets(other.resources) ?? null,
      context: { ...caller, ...filled(other.context) },
    })),
  }
}

/**
 * Judges what was read.
 * @param gatesFor the gates of an account, as `accountGates` makes them of levels
 * @param facts for what the events do not hold
 * @param pause awaited after each group, so that the browser can work in between
 * @throws Error if the gates have a policy that the reading was not made for
 */
export async function judge(
  reading: Reading,
  gatesFor: (account: string) => AccountGates,
  pause: () => Promise<void> | undefined = () => undefined,
  facts: Facts = {},
): Promise<Result> {
  const { groups, known, policies } = reading
  const result: Result = {
    verdicts: { denied: 0, allowed: 0, 'cannot tell': 0 },
    management: 0,
    rows: [],
    regions: new Map(),
    byRegionAlone: 0,
    assumed: [],
  }
  const deciders = new Map<AccountGates, Deciders>()
  const decidersFor = (account: AccountGates): Deciders => {
    const before = deciders.get(account)
    if (before) return before
    for (const policy of account.gates.flatMap((gate) => gate.policies))
      if (!policies.has(policy.origin ?? policy))
        throw new Error(
          `The trail was not read for the policy ${policy.name}. Read it again with all policies.`,
        )
    const made = decidersOf(account.gates)
    deciders.set(account, made)
    return made
  }
  // The policies of the caller's account, and the resource control policies of the owner's.
  const joined = new Map<string, AccountGates>()
  const gatesOfGroup = ({ account, isOutsider, owner }: Group): AccountGates => {
    const own = gatesFor(account)
    if (!isOutsider && owner === undefined) return own
    const ofOwner = gatesFor(owner ?? account)
    const id = `${isOutsider} ${account} ${owner ?? account}`
    const before = joined.get(id)
    if (before) return before
    const isRcp = ({ type }: Gate) => type === 'rcp'
    const gates = [
      ...(isOutsider ? [] : own.gates.filter((gate) => !isRcp(gate))),
      ...ofOwner.gates.filter(isRcp),
    ]
    const made = { ...own, gates, isManagement: own.isManagement || ofOwner.isManagement }
    joined.set(id, made)
    return made
  }
  // Two policies may have one name, so statements are told apart by a number.
  const numbers = new Map<object, number>()
  const numberOf = (statement: object | null) => {
    if (!statement) return 0
    const number = numbers.get(statement) ?? numbers.size + 1
    numbers.set(statement, number)
    return number
  }
  const rows = new Map<string, Row>()
  for (const group of groups.values()) {
    await pause()
    const { times, first, last, account, principal, action, region } = group
    const gates = gatesOfGroup(group)
    if (gates.isManagement && gates.gates.length === 0) {
      result.management += times
      continue
    }
    const { decide, withRegion } = decidersFor(gates)
    const request = action === null ? null : requestOfGroup(group, action, reading, facts)
    const verdict = request && decide(request)
    result.verdicts[verdict?.verdict ?? 'cannot tell'] += times
    if (verdict?.verdict === 'allowed') continue
    if (
      request &&
      verdict?.verdict === 'denied' &&
      (withRegion(region)?.(request).verdict ?? 'denied') !== 'denied'
    ) {
      result.regions.set(region, (result.regions.get(region) ?? 0) + times)
      result.byRegionAlone += times
    }
    const reason = verdict ? reasonOf(verdict, action ?? '') : unknownAction
    const caller = resolveArn(principal, known) ?? principal.replace(/^.*\//, '')
    const by = numberOf(verdict?.by ?? null)
    const id = [
      reason.verdict,
      reason.level,
      by,
      account,
      caller,
      action,
      reason.inside,
      region,
      reason.missing,
    ].join('\n')
    const row = rows.get(id)
    if (row) addTimes(row, { times, first, last })
    else
      rows.set(id, {
        ...reason,
        account,
        principal: caller,
        action: action ?? '',
        region,
        times,
        first,
        last,
      })
  }
  const assumed = [...deciders.keys()].flatMap((account) => account.assumed)
  result.assumed = [...new Map(assumed.map((one) => [`${one.level}\n${one.policy}`, one])).values()]
  result.regions = new Map([...result.regions].sort(([, a], [, b]) => b - a))
  result.rows = [...rows.values()].sort(
    (a, b) => Number(b.verdict === 'denied') - Number(a.verdict === 'denied') || b.times - a.times,
  )
  return result
}
