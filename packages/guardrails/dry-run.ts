// Counts what policies would have done to the requests in a trail. Reading and judging are separate steps, so a trail that was
// read once can be judged again with other units, regions or another management account.
import {
  isWellFormed,
  type KnownArns,
  managementAccountIn,
  rememberArns,
  requestOf,
  resolveArn,
  type Skip,
  type TrailEvent,
} from './cloudtrail.ts'
import { askedBy, decider, type Gate, type Request, type Verdict } from './evaluate.ts'

/** Requests that every statement treats alike. */
interface Group {
  account: string
  principal: string
  action: string | null
  region: string
  /** Null if they are unknown, or if no statement reads them. */
  resources: readonly string[] | null
  context: Request['context']
  times: number
  /** Days, `YYYY-MM-DD`. */
  first: string
  last: string
}

/** How often an event occurred. A file lists each event; a row of a table stands for many. */
export interface Times {
  times: number
  first: string
  last: string
}

export interface Reading {
  events: number
  duplicates: number
  skipped: Partial<Record<Skip, number>>
  /** Events that would have needed a new group when `mostGroups` was reached. They are not judged. */
  beyondLimit: number
  /** Judged events by account. */
  accounts: Map<string, number>
  /** The accounts that an event proves to be the management account. */
  management: Set<string>
  groups: Map<string, Group>
  known: KnownArns
}

function addTimes(sum: Times, { times, first, last }: Times): void {
  sum.times += times
  if (first < sum.first) sum.first = first
  if (last > sum.last) sum.last = last
}

/** A group takes about 1 KB, and a browser tab must not run out of memory. */
const mostGroups = 50_000

/** A Set holds at most 16.7 million entries. Later duplicates are counted twice. */
const mostIds = 16_000_000

/**
 * Shortens an event id to 52 bits, which takes less memory: ids are random UUIDs, and half a million of them collide with a
 * probability of 3 in 100,000. An id in another format, such as in a made-up event, stays as it is.
 */
const shortId = (id: string): number | string =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)
    ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13) + id.slice(24, 25), 16)
    : id

/**
 * Starts a reading, to which `add` adds one event at a time.
 * @param gates all gates that may judge the reading later. Requests share a group if they differ only in fields that none of the
 * gates' statements reads.
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
  const fieldsByAction = new Map<string, ReturnType<typeof askedBy>>()
  const fieldsFor = (action: string) => {
    const fields = fieldsByAction.get(action) ?? askedBy(gates, action)
    fieldsByAction.set(action, fields)
    return fields
  }
  const add = (event: TrailEvent, count?: Times) => {
    const times = count?.times ?? 1
    if (!isWellFormed(event)) {
      reading.events += times
      skipped.incomplete = (skipped.incomplete ?? 0) + times
      return
    }
    // Where an organization's trail and an account's own trail are in one bucket, each event comes twice, with the same id.
    if (!count && event.eventID) {
      const id = shortId(event.eventID)
      if (ids.has(id)) {
        reading.duplicates++
        return
      }
      if (ids.size < mostIds) ids.add(id)
    }
    reading.events += times
    rememberArns(event, known)
    const management = managementAccountIn(event)
    if (management) reading.management.add(management)
    const request = requestOf(event)
    if (typeof request === 'string') {
      skipped[request] = (skipped[request] ?? 0) + times
      return
    }
    const { account, principal, action, region } = request
    const { keys, resource } = action === null ? { keys: [], resource: false } : fieldsFor(action)
    // The objects of a bucket are alike: a group for each of millions would fill the memory.
    const resources = resource
      ? (request.resources?.map((arn) => arn.replace(/^(arn:[\w-]+:s3:::[^/]+\/).*/, '$1object')) ?? null)
      : null
    const context = Object.fromEntries(keys.map((key) => [key, request.context[key]]))
    const key = [account, principal, action, region, resources?.join(' '), ...Object.values(context)].join(
      '\n',
    )
    const [first, last] = [count?.first ?? event.eventTime ?? '', count?.last ?? event.eventTime ?? ''].map(
      (time) => time.slice(0, 10),
    ) as [string, string]
    const group = groups.get(key)
    if (group) addTimes(group, { times, first, last })
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
  /** The policy's name. Empty if the action is unknown. */
  policy: string
  sid: string
  account: string
  principal: string
  action: string
  region: string
  /** What would decide the request if the event had it: condition keys, `resource` or `action`. */
  missing: string
  times: number
  first: string
  last: string
}

export interface Result {
  verdicts: Record<Verdict['verdict'], number>
  /** Events of the management account, which service control policies do not limit. */
  management: number
  /** Denied requests first, then undecided ones. The most frequent first within each. */
  rows: Row[]
  /** How many requests were denied because of their region, by region. The most frequent first. */
  regions: Map<string, number>
}

const regionKey = 'aws:RequestedRegion'
const isAboutRegion = (verdict: Verdict): boolean =>
  verdict.verdict === 'denied' &&
  Object.values(verdict.by?.statement.Condition ?? {}).some((keys) => regionKey in keys)

const unknownAction: Pick<Row, 'verdict' | 'policy' | 'sid' | 'missing'> = {
  verdict: 'cannot tell',
  policy: '',
  sid: '',
  missing: 'action',
}

/**
 * Judges what was read.
 * @param gatesOf the gates of an account. Null for the management account.
 * @param pause awaited after each group, so that the browser can work in between
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
    const arns = resources?.map((name) => resolveArn(name, known))
    const caller = resolveArn(principal, known)
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
    if (verdict && isAboutRegion(verdict))
      result.regions.set(region, (result.regions.get(region) ?? 0) + times)
    const reason = verdict
      ? {
          verdict: verdict.verdict,
          policy: verdict.by?.policy ?? verdict.gate,
          sid: verdict.by?.sid ?? '',
          missing: verdict.verdict === 'cannot tell' ? verdict.missing.join(', ') : '',
        }
      : unknownAction
    const callerName = caller ?? principal.replace(/^.*\//, '')
    const id = [
      reason.verdict,
      reason.policy,
      reason.sid,
      account,
      callerName,
      action,
      region,
      reason.missing,
    ].join('\n')
    const row = rows.get(id)
    if (row) addTimes(row, { times, first, last })
    else
      rows.set(id, {
        ...reason,
        account,
        principal: callerName,
        action: action ?? '',
        region,
        times,
        first,
        last,
      })
  }
  result.regions = new Map([...result.regions].sort(([, a], [, b]) => b - a))
  result.rows = [...rows.values()].sort(
    (a, b) => Number(b.verdict === 'denied') - Number(a.verdict === 'denied') || b.times - a.times,
  )
  return result
}

/** The regions that the gates allow, from their first condition on the region. */
export const regionsIn = (gates: readonly Gate[]): string[] => {
  for (const { policies } of gates)
    for (const { policy } of policies)
      for (const { Condition = {} } of policy.Statement) {
        const regions = Condition.StringNotEquals?.[regionKey]
        if (regions) return [regions].flat()
      }
  return []
}

/** Copies the gates, and allows these regions in every condition on the region. */
export const withRegions = (gates: readonly Gate[], regions: readonly string[]): Gate[] =>
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
            Condition: {
              ...statement.Condition,
              StringNotEquals: { ...condition, [regionKey]: [...regions] },
            },
          }
        }),
      },
    })),
  }))
