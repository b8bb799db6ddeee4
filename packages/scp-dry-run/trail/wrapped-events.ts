// Finds the events in a value, in whatever they are wrapped.

import { eventOf } from './athena.ts'
import type { Times, TrailEvent } from './cloudtrail.ts'
import type { Damage } from './damage.ts'
import { unpacker } from './gunzip.ts'

type Row = Record<string, unknown>
type Found = (event: TrailEvent, count?: Times) => void

/** Bodies of messages inside of bodies of messages have fewer levels. */
const mostLevels = 12

/** Fields that hold a whole event as a text beside some of its fields, in lookup-events, CloudWatch Logs and Splunk. */
const texts = ['CloudTrailEvent', 'message', '@message', '_raw']

const isObject = (value: unknown): value is Row =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === 'string'

/** The records of S3, SQS and DynamoDB have sources such as `aws:s3`. */
const isNotification = (value: Row): boolean => {
  const source = value.eventSource ?? value.EventSource
  return isText(source) && source.startsWith('aws:')
}

/** An event as CloudTrail writes it. */
const isEvent = (value: Row): boolean =>
  isText(value.eventSource) &&
  isText(value.eventName) &&
  isObject(value.userIdentity) &&
  !isNotification(value)

/** An insight, the event of a service, or a broken event. */
const mayBeEvent = (value: Row): boolean =>
  !isNotification(value) &&
  (('eventSource' in value && 'eventName' in value) ||
    (isText(value.eventType) && isText(value.eventVersion)))

/** Columns of events, as tables have them that are not the result of the query for Athena. */
const isEventRow = (row: Row): boolean =>
  ['eventsource', 'eventname'].every((column) =>
    Object.keys(row).some((name) => name.toLowerCase() === column),
  )

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The largest text of one message. CloudWatch Logs packs at most 1 MB. */
const mostBytes = 8_000_000

function unpackText(base64: string): string {
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  const { push, end } = unpacker((bytes) => {
    length += bytes.length
    if (length > mostBytes) throw new RangeError('The text is too long.')
    text += decoder.decode(bytes, { stream: true })
  })
  const packed = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  for (let at = 0; at < packed.length; at += 4096) push(packed.subarray(at, at + 4096))
  end()
  return text
}

/** What a text holds: JSON, or JSON that was packed and coded as base64, as in a subscription of CloudWatch Logs. */
function contentOf(text: string): unknown {
  if (/^\s*[{["]/.test(text)) return parse(text)
  if (!text.startsWith('H4sI')) return undefined
  try {
    return parse(unpackText(text))
  } catch {
    return undefined
  }
}

/** What else was in the values: the reasons why a file has no events. */
interface Others {
  /** Values without an event. */
  count: number
  kinds: Set<Damage>
  /** Whether a row of the query for Athena is cut off. */
  isCutOff: boolean
}

/** The kinds of other files, by the names that only they have. */
function kindOf(value: unknown): Damage | null {
  if (isText(value)) return 'texts'
  if (!isObject(value)) return null
  if ('digestS3Bucket' in value || 'digestStartTime' in value) return 'digest'
  if ('configSnapshotId' in value || 'configurationItem' in value) return 'config'
  if ('class_uid' in value && 'metadata' in value) return 'ocsf'
  return isNotification(value) ? 'notification' : null
}

export interface EventFinder {
  /** Finds the events in a value of JSON. */
  find: (value: unknown) => void
  /** Finds the events in a row of a table. */
  findInRow: (row: Row) => void
  readonly others: Others
}

export function eventFinder(onEvent: Found): EventFinder {
  const others: Others = { count: 0, kinds: new Set(), isCutOff: false }
  let found = 0
  /** The columns of Athena's `ResultSet`, from its first row. */
  let header: string[] | null = null

  const report: Found = (event, count) => {
    found++
    onEvent(event, count)
  }

  function inRow(row: Row): void {
    const before = found
    for (const cell of Object.values(row)) if (isText(cell)) walk(contentOf(cell), 1)
    if (found > before) return
    const names = Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name.toLowerCase(), String(cell ?? '')]),
    )
    const counted = eventOf(names)
    if (counted) {
      report(counted.event, counted.count)
      return
    }
    if ('times' in names && 'first_seen' in names) {
      others.isCutOff = true
      return
    }
    if (isEventRow(row)) others.kinds.add('columns')
  }

  function walk(value: unknown, level: number): void {
    if (level > mostLevels) return
    if (Array.isArray(value)) {
      for (const item of value) walk(item, level + 1)
      return
    }
    if (isText(value)) {
      const content = contentOf(value)
      if (typeof content === 'object' || typeof content === 'string') walk(content, level + 1)
      return
    }
    if (!isObject(value)) return
    if (isEvent(value)) {
      report(value as TrailEvent)
      return
    }
    const before = found
    for (const name of texts) {
      const text = value[name]
      if (isText(text)) walk(contentOf(text), level + 1)
    }
    if (found > before) return
    if (mayBeEvent(value)) {
      report(value as TrailEvent)
      return
    }
    for (const inner of Object.values(value))
      if (typeof inner === 'object' || typeof inner === 'string') walk(inner, level + 1)
    if (found === before && isEventRow(value) && !isNotification(value)) others.kinds.add('columns')
  }

  /** A row of Athena's `ResultSet`, the first of which has the names of the columns. */
  function inCells(cells: readonly unknown[]): void {
    const row = cells.map((cell) => (isObject(cell) ? String(cell.VarCharValue ?? '') : ''))
    if (header) findInRow(Object.fromEntries(header.map((name, at) => [name, row[at]])))
    else header = row
  }

  function findInRow(row: Row): void {
    const before = found
    inRow(row)
    if (found === before) others.count++
  }

  function find(value: unknown): void {
    if (isObject(value) && Array.isArray(value.Data) && Object.keys(value).length === 1) {
      inCells(value.Data)
      return
    }
    const before = found
    walk(value, 0)
    if (found > before) return
    others.count++
    const kind = kindOf(value)
    if (kind) others.kinds.add(kind)
  }

  return { others, find, findInRow }
}
