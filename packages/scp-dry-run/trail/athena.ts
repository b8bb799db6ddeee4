// The query that counts a trail's events in Amazon Athena, and the events that the rows of its result stand for.

import type { PolicyDocument, StatementDocument } from '../policy/policy.ts'
import { eventsOf, sourcesOf } from './actions.ts'
import type { Times, TrailEvent } from './cloudtrail.ts'

/** The values of a row by column, in lower case. */
export type TableRow = Record<string, string>

/** Keys that all services have, and whose values are among the parameters. */
const ofTags = /^aws:(requesttag\/|tagkeys$)/i

const keysOf = ({ Condition = {} }: StatementDocument) =>
  Object.values(Condition).flatMap((condition) => Object.keys(condition))

/** Whether the statement asks for a resource, or for a key that is in the parameters. */
function readsParameters(statement: StatementDocument): boolean {
  const { Resource = '*', NotResource } = statement
  const isAny = NotResource === undefined && [Resource].flat().includes('*')
  return !isAny || keysOf(statement).some((key) => !/^aws:/i.test(key) || ofTags.test(key))
}

/** The prefixes of the services whose resources or keys the statement names. `*` if it does not narrow them. */
function servicesOf(statement: StatementDocument): string[] {
  const { Resource = [] } = statement
  const ofResources = [Resource].flat().map((arn) => arn.split(':')[2] ?? '*')
  const ofKeys = keysOf(statement).flatMap((key) => (/^aws:/i.test(key) ? [] : (key.split(':')[0] ?? '*')))
  if (ofResources.length > 0 && !ofResources.some((service) => /[*?]/.test(service))) return ofResources
  return ofKeys.length > 0 ? ofKeys : ['*']
}

/** Requests to S3 have a column for the bucket. Their parameters would make a row for each object. */
const isS3 = (action: string) => /^s3:/i.test(action)

/** The condition for the events of a pattern such as `iam:Create*`: those of its service. */
function ofPattern(action: string): string {
  const [prefix = '*'] = action.split(':')
  if (!/^[\w-]+$/.test(prefix)) return "eventsource <> 's3.amazonaws.com'"
  const sources = sourcesOf(prefix.toLowerCase()).map((source) => `'${source}'`)
  return `eventsource IN (${sources.join(', ')})`
}

/** The column with the parameters of the events of which a statement reads them. */
function parametersColumn(policies: readonly PolicyDocument[]): string {
  const actions = policies
    .flatMap(({ Statement }) => Statement)
    .filter(readsParameters)
    .flatMap((statement) => {
      const actions = statement.NotAction === undefined ? [statement.Action ?? []].flat() : ['*']
      return actions.flatMap((action) =>
        action === '*' ? servicesOf(statement).map((service) => `${service}:*`) : action,
      )
    })
    .filter((action) => !isS3(action))
  const isPattern = (action: string) => /[*?]/.test(action)
  const names = new Set(actions.filter((action) => !isPattern(action)).flatMap(eventsOf))
  const listed = [...names]
    .filter((name) => /^\w+$/.test(name))
    .sort()
    .map((name) => `'${name}'`)
    .join(', ')
    .replace(/(.{60,90}?,) /g, '$1\n')
    .replace(/^/gm, '    ')
  const conditions = [
    ...(listed.trim() ? [`regexp_replace(eventname, '\\d{4}.*') IN (\n${listed}\n  )`] : []),
    ...new Set(actions.filter(isPattern).map(ofPattern)),
  ]
  // An empty list is no valid SQL.
  return conditions.length > 0
    ? `CASE WHEN ${conditions.join('\n    OR ')} THEN requestparameters END`
    : 'CAST(NULL AS varchar)'
}

/**
 * The query for the table of https://docs.aws.amazon.com/athena/latest/ug/create-cloudtrail-table.html. It groups events, so
 * that a month has a few thousand rows.
 */
export const athenaQuery = (policies: readonly PolicyDocument[]): string => `SELECT
  eventtype, eventsource, eventname, awsregion, errorcode, recipientaccountid,
  useridentity.type AS usertype,
  coalesce(useridentity.sessioncontext.sessionissuer.arn, useridentity.arn) AS principal,
  useridentity.accountid AS accountid,
  useridentity.invokedby IS NOT NULL AS invoked,
  useridentity.sessioncontext.attributes.mfaauthenticated AS mfa,
  CASE WHEN eventsource = 's3.amazonaws.com'
    THEN json_extract_scalar(requestparameters, '$.bucketName') END AS bucket,
  CASE WHEN eventname IN ('CreateVolume', 'CreateFileSystem')
    THEN json_extract_scalar(responseelements, '$.encrypted') END AS encrypted,
  ${parametersColumn(policies)} AS parameters,
  count(*) AS times, min(eventtime) AS first_seen, max(eventtime) AS last_seen
FROM cloudtrail_logs
WHERE eventtime >= to_iso8601(current_date - interval '30' day)
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14`

/** Parses the parameters. Omitted if a console truncated them. */
function parseParameters(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return { omitted: true }
  }
}

/** @returns null if the row is not a result of the query */
export function eventOf(row: TableRow): { event: TrailEvent; count: Times } | null {
  const { eventsource, eventname, usertype, principal, first_seen: first = '', last_seen: last = '' } = row
  const times = Number(row.times)
  if (!eventsource || !eventname || principal === undefined || !Number.isSafeInteger(times) || times < 1)
    return null
  // In a truncated table, the last value is shorter.
  if (first.length !== last.length) return null
  const optional = <N extends string>(name: N, value: string | undefined) =>
    (value ? { [name]: value } : {}) as Partial<Record<N, string>>
  const isSession = usertype === 'AssumedRole' && !principal.includes(':assumed-role/')
  const event: TrailEvent = {
    eventSource: eventsource,
    eventName: eventname,
    ...optional('eventType', row.eventtype),
    ...optional('awsRegion', row.awsregion),
    ...optional('errorCode', row.errorcode),
    ...optional('recipientAccountId', row.recipientaccountid),
    userIdentity: {
      ...optional('type', usertype),
      ...optional('accountId', row.accountid),
      ...optional('arn', isSession ? '' : principal),
      ...(row.invoked === 'true' && { invokedBy: 'a service' }),
      sessionContext: {
        ...(isSession && { sessionIssuer: { arn: principal } }),
        attributes: optional('mfaAuthenticated', row.mfa),
        // AWS's table lacks this field.
        assumedRoot: 'unknown',
      },
    },
    requestParameters: {
      ...(row.parameters ? parseParameters(row.parameters) : { omitted: true }),
      ...optional('bucketName', row.bucket),
    },
    responseElements: optional('encrypted', row.encrypted),
  }
  return { event, count: { times, first, last } }
}
