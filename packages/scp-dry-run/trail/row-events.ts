// Events from rows of CloudTrail Lake, of Athena's table and of CloudWatch Logs Insights, whose columns are an event's fields.
import type { TrailEvent } from './cloudtrail.ts'

/** A row's values by column. */
export type Row = Record<string, unknown>

/** The fields that this package reads, by their names in tables. */
const fieldNames = new Map(
  `eventID eventTime eventType eventSource eventName eventVersion awsRegion errorCode recipientAccountId userIdentity userAgent
  sourceIPAddress vpcEndpointId vpcEndpointAccountId requestParameters responseElements resources additionalEventData tlsDetails
  tlsVersion accountId principalId userName invokedBy onBehalfOf userId sessionContext sessionIssuer attributes mfaAuthenticated
  creationDate assumedRoot sourceIdentity ec2RoleDelivery webIdFederationData federatedProvider ARN`
    .split(/\s+/)
    .map((name): [string, string] => [name.toLowerCase(), name]),
)
/** Fields whose own fields have the service's names. */
const foreignFields = new Set(['requestParameters', 'responseElements', 'additionalEventData'])

/** @returns the value of a text in the notation of Presto, such as `{type=Root, arn=…}`, or the text */
function structOf(text: string): unknown {
  let at = 0
  const value = (): unknown => {
    if (text[at] !== '{') {
      const end = /,\s\w+=|\}|$/g
      end.lastIndex = at
      const to = end.exec(text)?.index ?? text.length
      const found = text.slice(at, to)
      at = to
      return found === 'null' || found === '' ? undefined : found
    }
    const fields: Row = {}
    at++
    const name = /\s*(\w+)=/y
    while (at < text.length && text[at] !== '}') {
      name.lastIndex = at
      const found = name.exec(text)
      if (!found?.[1]) return undefined
      at = name.lastIndex
      fields[found[1]] = value()
      if (text[at] === ',') at++
    }
    at++
    return fields
  }
  return value()
}

function cellOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (!/^\s*[{[]/.test(value)) return value === '' || value === 'null' ? undefined : value
  try {
    return JSON.parse(value)
  } catch {
    return /^\{\w+=/.test(value) ? structOf(value) : value
  }
}

const canonicalList = (value: unknown, under: string): unknown =>
  Array.isArray(value) ? value.map((item) => canonicalList(item, under)) : canonical(value, under)

function canonical(value: unknown, under: string): unknown {
  if (value === null || typeof value !== 'object' || foreignFields.has(under)) return value
  const fields: Row = {}
  for (const [name, given] of Object.entries(value)) {
    const known = fieldNames.get(name.toLowerCase()) ?? name
    // CloudTrail calls the ARN of a resource `ARN`, and every other one `arn`.
    const own = known === 'ARN' && under !== 'resources' ? 'arn' : known
    const inner = canonicalList(given, own)
    if (inner !== undefined && inner !== null) fields[own] = inner
  }
  return fields
}

/** Whether the columns name an event. */
export const isEventRow = (row: Row): boolean =>
  ['eventsource', 'eventname'].every((column) =>
    Object.entries(row).some(
      ([name, value]) =>
        name.toLowerCase() === column &&
        typeof value === 'string' &&
        value !== '' &&
        !value.startsWith('aws:'),
    ),
  )

/**
 * @param row with the columns of an event (`isEventRow`). Columns such as `userIdentity.arn` are parts of a field.
 * @returns null if it lacks the identity of the caller. Fields without a column stay undefined.
 */
export function rowEvent(row: Row): TrailEvent | null {
  const nested: Row = {}
  for (const [name, cell] of Object.entries(row)) {
    const value = cellOf(cell)
    const path = name.split('.')
    const last = path.pop() ?? name
    let place = nested
    for (const step of path) {
      const inner = place[step]
      if (inner === null || typeof inner !== 'object') place[step] = {}
      place = place[step] as Row
    }
    if (value !== undefined) place[last] = value
  }
  const event = canonical(nested, '') as TrailEvent
  // A map in the notation of Presto is not what the service logged: its texts are not quoted.
  for (const name of ['requestParameters', 'responseElements'] as const)
    if (typeof event[name] === 'string' || /^\{\w+=/.test(String(rawCell(row, name)))) delete event[name]
  return event.userIdentity !== null && typeof event.userIdentity === 'object' ? event : null
}

const rawCell = (row: Row, name: string): unknown =>
  Object.entries(row).find(([column]) => column.toLowerCase() === name.toLowerCase())?.[1]
