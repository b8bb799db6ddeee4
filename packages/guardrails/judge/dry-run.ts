// Counts what policies would have done to the requests in a trail. Reading and judging are separate steps, so a trail that was
// read once can be judged again with other accounts, regions or another management account.

import type { Policy } from '../policy/policy.ts'
import {
  isWellFormed,
  type KnownArns,
  managementAccountIn,
  rememberArns,
  requestOf,
  resolveArn,
  type Skip,
  type TrailEvent,
} from '../trail/cloudtrail.ts'
import { decider, type Gate, type Verdict } from './evaluate.ts'
import type { AccountGates } from './levels.ts'
import { type ReadBy, readBy } from './read-by.ts'
import { withRegions } from './regions.ts'
import type { Request } from './request.ts'

/** Requests that every statement treats alike. */
interface Group {
  account: string
  principal: string
  action: string | null
  region: string
  /** Null if they are unknown, or if no statement reads them. */
  resources: readonly string[] | null
  passedRoles: readonly string[]
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

/** What was read of a trail, for certain policies: it keeps only what their statements ask for. Other policies read the files again. */
export interface Reading {
  /** The policies that can judge it, also with other regions (`withRegions`). */
  readonly policies: ReadonlySet<Policy>
  events: number
  duplicates: number
  skipped: Partial<Record<Skip, number>>
  /** Events that would have needed a new group when `mostGroups` was reached. They are not judged. */
  beyondLimit: number
  /** Judged events by account. */
  accounts: Map<string, number>
  /** Judged events by partition. In another one than `aws`, no pattern that begins with `arn:aws:` matches. */
  partitions: Map<string, number>
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
 * @param policies all that may judge the reading later. Requests share a group if they differ only in what no statement reads.
 */
export function startReading(policies: Iterable<Policy>): {
  reading: Reading
  add: (event: TrailEvent, count?: Times) => void
} {
  const reading: Reading = {
    policies: new Set(policies),
    events: 0,
    duplicates: 0,
    skipped: {},
    beyondLimit: 0,
    accounts: new Map(),
    partitions: new Map(),
    management: new Set(),
    groups: new Map(),
    known: new Map(),
  }
  const { groups, known, skipped, accounts, partitions } = reading
  const ids = new Set<number | string>()
  const fieldsFor = readBy(reading.policies)
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
    const request = requestOf(event, (action, passesRole) => fieldsFor(action, passesRole).keys)
    if (typeof request === 'string') {
      skipped[request] = (skipped[request] ?? 0) + times
      return
    }
    const { account, partition, principal, action, region, passedRoles, context } = request
    const fields: ReadBy | null = action === null ? null : fieldsFor(action, passedRoles.length > 0)
    const resources = fields?.readsResource ? (request.resources?.map(fields.fold) ?? null) : null
    const passed = fields?.readsPassedRole ? passedRoles : []
    const key = JSON.stringify([
      account,
      principal,
      action,
      region,
      resources,
      passed,
      Object.values(context),
    ])
    const [first, last] = [count?.first ?? event.eventTime ?? '', count?.last ?? event.eventTime ?? ''].map(
      (time) => time.slice(0, 10),
    ) as [string, string]
    const group = groups.get(key)
    if (group) addTimes(group, { times, first, last })
    else if (groups.size < mostGroups)
      groups.set(key, {
        account,
        principal,
        action,
        region,
        resources,
        passedRoles: passed,
        context,
        times,
        first,
        last,
      })
    else {
      reading.beyondLimit += times
      return
    }
    partitions.set(partition, (partitions.get(partition) ?? 0) + times)
    accounts.set(account, (accounts.get(account) ?? 0) + times)
  }
  return { reading, add }
}

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

/** The request of a group, with the ARNs that other events have shown. */
function requestOfGroup(
  { resources, principal, passedRoles, context }: Group,
  action: string,
  known: KnownArns,
): Request {
  const shown = (arn: string) => resolveArn(arn, known) ?? arn
  const ofCaller = Object.keys(context).filter((key) => key.toLowerCase() === 'aws:principalarn')
  return {
    action,
    resources: resources?.map(shown) ?? null,
    passedRoles: passedRoles.map(shown),
    context: {
      ...context,
      ...Object.fromEntries(['aws:PrincipalArn', ...ofCaller].map((key) => [key, shown(principal)])),
    },
    leftOut: 'not recorded',
  }
}

/**
 * Judges what was read.
 * @param gatesFor the gates of an account, as `accountGates` makes them of levels
 * @param pause awaited after each group, so that the browser can work in between
 * @throws Error if the gates have a policy that the reading was not made for
 */
export async function judge(
  reading: Reading,
  gatesFor: (account: string) => AccountGates,
  pause: () => Promise<void> | undefined = () => undefined,
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
    const gates = gatesFor(account)
    if (gates.isManagement && gates.gates.length === 0) {
      result.management += times
      continue
    }
    const { decide, withRegion } = decidersFor(gates)
    const request = action === null ? null : requestOfGroup(group, action, known)
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
