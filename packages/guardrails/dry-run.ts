// Counts what guardrails would have done to the requests of a trail. Reading and deciding are apart: what was read once can be
// decided again with other units, regions or a management account.
import {
  isEvent,
  type Known,
  learn,
  managementAccountIn,
  requestOf,
  resolve,
  type Skip,
  type TrailEvent,
} from './cloudtrail.ts'
import { askedBy, decider, type Gate, type Request, type Verdict } from './evaluate.ts'

/** Requests that no statement tells apart. */
interface Group {
  account: string
  principal: string
  action: string | null
  region: string
  /** Null if unknown, or if no statement asks. */
  resources: readonly string[] | null
  context: Request['context']
  times: number
  /** Days, `YYYY-MM-DD`. */
  first: string
  last: string
}

/** How often an event came. A file has each event once; a table has groups. */
export interface Times {
  times: number
  first: string
  last: string
}

export interface Reading {
  events: number
  duplicates: number
  skipped: Partial<Record<Skip, number>>
  /** Events that came after the limit of groups and belong to none. */
  beyondLimit: number
  /** Judged events by account. */
  accounts: Map<string, number>
  /** The accounts that events prove to be the management account. */
  management: Set<string>
  groups: Map<string, Group>
  known: Known
}

function extend(counted: Times, { times, first, last }: Times): void {
  counted.times += times
  if (first < counted.first) counted.first = first
  if (last > counted.last) counted.last = last
}

/** A group takes about 1 KB, and a browser tab must not run out of memory. */
const mostGroups = 50_000

/**
 * Event ids as numbers of 52 bits: the id is a random UUID, and half a million of them collide with a probability of 3 in 100,000.
 * An id of another kind, as in made-up events, is remembered as it is. Past the limit, ids are no longer remembered, because a Set cannot have more than 16.7 million entries.
 */
const mostIds = 16_000_000
const idOf = (text: string): number | string =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
    ? Number.parseInt(text.slice(0, 8) + text.slice(9, 13) + text.slice(24, 25), 16)
    : text

/**
 * @param gates all that may decide later. What no statement of them asks for does not tell groups apart.
 */
export function startReading(gates: readonly Gate[]): {
  reading: Reading
  add: (event: TrailEvent, count?: Times) => void
} {
  const reading: Reading = {
    events: 0,
    duplicates: 0,
    skipped: {},
    beyondLimit: 0,
    accounts: new Map(),
    management: new Set(),
    groups: new Map(),
    known: new Map(),
  }
  const { groups, known, skipped, accounts } = reading
  const ids = new Set<number | string>()
  const asked = new Map<string, ReturnType<typeof askedBy>>()
  const askedOf = (action: string) => {
    let found = asked.get(action)
    if (!found) {
      found = askedBy(gates, action)
      asked.set(action, found)
    }
    return found
  }
  const add = (event: TrailEvent, count?: Times) => {
    const times = count?.times ?? 1
    if (!isEvent(event)) {
      reading.events += times
      skipped.incomplete = (skipped.incomplete ?? 0) + times
      return
    }
    // An organization's trail beside an account's own trail has every event twice, with one id.
    if (!count && event.eventID) {
      const id = idOf(event.eventID)
      if (ids.has(id)) {
        reading.duplicates++
        return
      }
      if (ids.size < mostIds) ids.add(id)
    }
    reading.events += times
    learn(event, known)
    const management = managementAccountIn(event)
    if (management) reading.management.add(management)
    const found = requestOf(event)
    if (typeof found === 'string') {
      skipped[found] = (skipped[found] ?? 0) + times
      return
    }
    const { account, principal, action, region } = found
    const { keys, resource } = action === null ? { keys: [], resource: false } : askedOf(action)
    // The objects of a bucket are alike: a group for each of millions would fill the memory.
    const resources = resource
      ? (found.resources?.map((arn) => arn.replace(/^(arn:[\w-]+:s3:::[^/]+\/).*/, '$1object')) ?? null)
      : null
    const context = Object.fromEntries(keys.map((key) => [key, found.context[key]]))
    const key = [account, principal, action, region, resources?.join(' '), ...Object.values(context)].join(
      '\n',
    )
    const [first, last] = [count?.first ?? event.eventTime ?? '', count?.last ?? event.eventTime ?? ''].map(
      (time) => time.slice(0, 10),
    ) as [string, string]
    const group = groups.get(key)
    if (group) extend(group, { times, first, last })
    else if (groups.size < mostGroups)
      groups.set(key, { account, principal, action, region, resources, context, times, first, last })
    else {
      reading.beyondLimit += times
      return
    }
    accounts.set(account, (accounts.get(account) ?? 0) + times)
  }
  return { reading, add }
}

export interface Row {
  verdict: 'denied' | 'cannot tell'
  /** The file of the policy; empty if the action is unknown. */
  policy: string
  sid: string
  account: string
  principal: string
  action: string
  region: string
  /** What would tell: condition keys, `resource` or `action`. */
  missing: string
  times: number
  first: string
  last: string
}

export interface Result {
  verdicts: Record<Verdict['verdict'], number>
  /** Events of the management account, which no guardrail limits. */
  management: number
  /** By verdict, policy, principal, action and region; the most frequent first, denied before doubtful. */
  rows: Row[]
  /** Denied because of their region, by region, the most frequent first. */
  regions: Map<string, number>
}

const regionKey = 'aws:RequestedRegion'
const asksRegion = (verdict: Verdict): boolean =>
  verdict.verdict === 'denied' &&
  Object.values(verdict.by?.statement.Condition ?? {}).some((keys) => regionKey in keys)

const unknownAction: Pick<Row, 'verdict' | 'policy' | 'sid' | 'missing'> = {
  verdict: 'cannot tell',
  policy: '',
  sid: '',
  missing: 'action',
}

/**
 * Decides on what was read.
 * @param gatesOf the gates of an account; null for the management account
 * @param pause awaited often; lets the browser work in between
 */
export async function judge(
  reading: Reading,
  gatesOf: (account: string) => readonly Gate[] | null,
  pause: () => Promise<void> | undefined = () => undefined,
): Promise<Result> {
  const { groups, known } = reading
  const result: Result = {
    verdicts: { denied: 0, allowed: 0, 'cannot tell': 0 },
    management: 0,
    rows: [],
    regions: new Map(),
  }
  const deciders = new Map<readonly Gate[], (request: Request) => Verdict>()
  const rows = new Map<string, Row>()
  for (const {
    times,
    first,
    last,
    account,
    principal,
    action,
    region,
    resources,
    context,
  } of groups.values()) {
    await pause()
    const gates = gatesOf(account)
    if (!gates) {
      result.management += times
      continue
    }
    const decide = deciders.get(gates) ?? decider(gates)
    deciders.set(gates, decide)
    const arns = resources?.map((name) => resolve(name, known))
    const caller = resolve(principal, known)
    const verdict = action
      ? decide({
          action,
          resources: arns?.every((arn) => arn !== null) ? arns : null,
          context:
            'aws:PrincipalArn' in context ? { ...context, 'aws:PrincipalArn': caller ?? undefined } : context,
          unknown: true,
        })
      : null
    result.verdicts[verdict?.verdict ?? 'cannot tell'] += times
    if (verdict?.verdict === 'allowed') continue
    if (verdict && asksRegion(verdict)) result.regions.set(region, (result.regions.get(region) ?? 0) + times)
    const reason = verdict
      ? {
          verdict: verdict.verdict,
          policy: verdict.by?.policy ?? verdict.gate,
          sid: verdict.by?.sid ?? '',
          missing: verdict.verdict === 'cannot tell' ? verdict.missing.join(', ') : '',
        }
      : unknownAction
    const who = caller ?? principal.replace(/^.*\//, '')
    const id = [reason.verdict, reason.policy, reason.sid, account, who, action, region, reason.missing].join(
      '\n',
    )
    const row = rows.get(id)
    if (row) extend(row, { times, first, last })
    else
      rows.set(id, { ...reason, account, principal: who, action: action ?? '', region, times, first, last })
  }
  result.regions = new Map([...result.regions].sort(([, a], [, b]) => b - a))
  result.rows = [...rows.values()].sort(
    (a, b) => Number(b.verdict === 'denied') - Number(a.verdict === 'denied') || b.times - a.times,
  )
  return result
}

/** The regions that a set of gates allows: the values of the first condition on the region. */
export const regionsIn = (gates: readonly Gate[]): string[] => {
  for (const { policies } of gates)
    for (const { policy } of policies)
      for (const { Condition = {} } of policy.Statement) {
        const regions = Condition.StringNotEquals?.[regionKey]
        if (regions) return [regions].flat()
      }
  return []
}

/** The same gates with other allowed regions. */
export const withRegions = (gates: readonly Gate[], regions: string[]): Gate[] =>
  gates.map((gate) => ({
    ...gate,
    policies: gate.policies.map(({ name, policy }) => ({
      name,
      policy: {
        ...policy,
        Statement: policy.Statement.map((statement) => {
          const condition = statement.Condition?.StringNotEquals
          if (!condition || !(regionKey in condition)) return statement
          return {
            ...statement,
            Condition: { ...statement.Condition, StringNotEquals: { ...condition, [regionKey]: regions } },
          }
        }),
      },
    })),
  }))
