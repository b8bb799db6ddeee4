// What is kept of a trail: groups of requests that every statement treats alike, so that a month fits into memory.

import type { Policy } from '../policy/policy.ts'
import {
  isWellFormed,
  type KnownArns,
  managementAccountIn,
  rememberArns,
  requestOf,
  type Skip,
  type Times,
  type TrailEvent,
} from '../trail/cloudtrail.ts'
import { readBy } from './read-by.ts'
import type { Request, Target } from './request.ts'

/** Requests that every statement treats alike. */
export interface Group {
  account: string
  principal: string
  action: string | null
  region: string
  isOutsider: boolean
  /** As in `TrailRequest`. */
  owner: string | null | undefined
  resources: Request['resources']
  others: NonNullable<Request['others']>
  context: Request['context']
  times: number
  /** Days, `YYYY-MM-DD`. */
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

export function addTimes(sum: Times, { times, first, last }: Times): void {
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
  const readers = readBy(reading.policies)
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
    const request = requestOf(event, readers)
    if (typeof request === 'string') {
      skipped[request] = (skipped[request] ?? 0) + times
      return
    }
    const { account, partition, principal, action, region, isOutsider, owner, context } = request
    const resources = action === null ? null : readers.foldTargets(action, request.resources)
    const others = request.others.map((other) => ({
      ...other,
      resources: readers.foldTargets(other.action, other.resources as readonly Target[] | null) ?? null,
    }))
    const key = JSON.stringify([
      ...[account, principal, action, region, isOutsider, owner, resources, others],
      Object.values(context).map((value) => (value === undefined ? 0 : value)),
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
        isOutsider,
        owner,
        resources,
        others,
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
