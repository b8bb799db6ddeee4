import { scpGatesByUnit } from 'kit-reader/policies'
import { judge, type Reading, regionsIn, startReading } from 'scp-dry-run'
import { actionOf } from 'scp-dry-run/actions'
import type { TrailEvent } from 'scp-dry-run/cloudtrail'
import { athenaQuery, readTrail } from 'scp-dry-run/read-trail'
import { expect, test } from 'vitest'
import { knownEvents, trailAccounts, trailFiles } from './made-up-trail.ts'
import { readKit } from './read-kit.ts'
import { summarizeKit } from './summary.ts'

const { attachments, policySet } = await summarizeKit(await readKit())
const gates = scpGatesByUnit(attachments, policySet.policies)
const all = new Set(Object.values(gates).flatMap((unit) => unit.gates.flatMap((gate) => gate.policies)))
const documents = [...all].map(({ document }) => document)
const byAccount = (units: typeof gates) => (account: string) =>
  units[trailAccounts[account] ?? ''] ?? { gates: [], isManagement: false, assumed: [] }
const gatesFor = byAccount(gates)

async function readMonth(): Promise<Reading> {
  const { reading, add } = startReading(all)
  for (const { bytes } of trailFiles({ seed: 7, files: 4, events: 500 }))
    expect((await readTrail(new Blob([new Uint8Array(bytes)]), add)).damage).toBe(null)
  return reading
}
const month = await readMonth()
const result = await judge(month, gatesFor)

test('each event of known answer has it', () => {
  for (const { title, event, answer } of knownEvents) {
    const { arn } = event.userIdentity?.sessionContext?.sessionIssuer ?? event.userIdentity ?? {}
    const rows = result.rows.filter(
      (row) =>
        row.principal === arn &&
        row.action === (actionOf(event.eventSource ?? '', event.eventName ?? '') ?? ''),
    )
    const expected =
      answer === 'allowed' || answer.skipped
        ? []
        : [
            answer.denied
              ? { verdict: 'denied', sid: answer.denied }
              : { verdict: 'cannot tell', sid: answer.by ?? '', missing: answer.missing },
          ]
    expect(rows, title).toEqual(
      expected.map((row) => expect.objectContaining({ ...row, times: 1, region: event.awsRegion })),
    )
  }
})

test('what is not judged is counted by its reason', () => {
  for (const { answer } of knownEvents)
    if (answer !== 'allowed' && answer.skipped && answer.skipped !== 'management')
      expect(month.skipped[answer.skipped]).toBeGreaterThan(0)
  const skipped = Object.values(month.skipped).reduce((sum, times) => sum + times, 0)
  const judged = Object.values(result.verdicts).reduce((sum, times) => sum + times, 0)
  expect(skipped + judged + result.management).toBe(month.events)
  expect(month.events).toBe(2000)
})

test('events with the same id count once, also where ids are no UUIDs', () => {
  const { reading, add } = startReading(all)
  for (const eventID of ['event-0001', 'event-0002', 'event-0002']) add({ eventID })
  const uuid = '01234567-89ab-cdef-0123-456789abcdef'
  for (const eventID of [uuid, uuid, uuid.replace('01', '02')]) add({ eventID })
  expect([reading.events, reading.duplicates]).toEqual([4, 2])
})

test('the management account is recognized, and no guardrail limits it', () => {
  expect([...month.management]).toEqual(['111111111111'])
  expect(result.management).toBeGreaterThan(0)
  expect(result.rows.filter(({ account }) => account === '111111111111')).toEqual([])
})

test('with another region allowed, the same reading has fewer denials', async () => {
  const regions = [...regionsIn(all), 'us-west-2']
  const again = await judge(month, byAccount(scpGatesByUnit(attachments, policySet.policies, regions)))
  expect([...result.regions.values()]).toEqual([...result.regions.values()].toSorted((a, b) => b - a))
  expect(result.regions.get('us-west-2')).toBe(result.verdicts.denied - again.verdicts.denied)
  expect(again.regions.has('us-west-2')).toBe(false)
})

test('an event that comes twice counts once', async () => {
  const { reading, add } = startReading(all)
  const [file] = trailFiles({ seed: 7, files: 1, events: 100 })
  const blob = new Blob([new Uint8Array(file?.bytes ?? [])])
  for (const _ of [1, 2]) await readTrail(blob, add)
  expect([reading.events, reading.duplicates]).toEqual([100, 100])
})

test.each([
  { eventSource: 5 },
  { awsRegion: {} },
  { userIdentity: { type: 'IAMUser', arn: ['x'] } },
  { userIdentity: { type: 'AssumedRole', sessionContext: { attributes: { mfaAuthenticated: true } } } },
  { resources: 'x' },
  { resources: [{ ARN: 5 }] },
  { eventID: 5 },
])('an event with %o is counted, and not judged', async (fields) => {
  const { reading, add } = startReading(all)
  const event = { eventSource: 'ec2.amazonaws.com', eventName: 'DescribeInstances', ...fields }
  const trail = { Records: [event, event] }
  expect(await readTrail(new Blob([JSON.stringify(trail)]), add)).toMatchObject({ events: 2, damage: null })
  expect([reading.events, reading.skipped]).toEqual([2, { incomplete: 2 }])
})

test('fields that are null are missing', async () => {
  const { reading, add } = startReading(all)
  const event = { eventSource: 'ec2.amazonaws.com', eventName: 'DescribeVpcs', eventType: null }
  const nothing = { userIdentity: null, awsRegion: null, resources: [null], requestParameters: null }
  const trail = { Events: [{ CloudTrailEvent: 'null' }], Records: [{ ...event, ...nothing }] }
  expect(await readTrail(new Blob([JSON.stringify(trail)]), add)).toEqual({
    events: 1,
    others: 1,
    damage: null,
  })
  expect(reading.skipped).toEqual({ incomplete: 1 })
})

test('after the limit of groups, events are counted and not judged', async () => {
  const { reading, add } = startReading(all)
  for (let at = 0; at < 50_010; at++)
    add({
      eventSource: 'ec2.amazonaws.com',
      eventName: 'DescribeInstances',
      userIdentity: { type: 'IAMUser', arn: `arn:aws:iam::1:user/u${at}` },
    })
  expect([reading.groups.size, reading.beyondLimit]).toEqual([50_000, 10])
})

test('the query groups by all columns but the counts, and asks for what the policies ask', () => {
  const query = athenaQuery(documents)
  const columns = query.split('FROM')[0]?.split(/,(?![^(]*\))/).length ?? 0
  expect(query).toContain(`GROUP BY ${Array.from({ length: columns - 3 }, (_, at) => at + 1).join(', ')}`)
  for (const name of ['AttachRolePolicy', 'UpdateFunctionCode', 'DisableRule', 'CreateUser'])
    expect(query).toContain(`'${name}'`)
})

/** The column of the query for one statement. */
const columnFor = (statement: Record<string, unknown>) =>
  /.*?(CAST\(NULL|CASE WHEN (?!event(source =|name IN)))[\s\S]* AS parameters/.exec(
    athenaQuery([{ Statement: [{ Effect: 'Deny', ...statement }] }]),
  )?.[0]
const role = 'arn:aws:iam::*:role/break-glass'
const inColumn = (condition: string) => `  CASE WHEN ${condition} THEN requestparameters END AS parameters`

test.each([
  ['nothing', { Action: '*', Resource: '*' }, '  CAST(NULL AS varchar) AS parameters'],
  [
    'the bucket, which has a column',
    { Action: 's3:*', Resource: 'arn:aws:s3:::logs/*' },
    '  CAST(NULL AS varchar) AS parameters',
  ],
  [
    'the resources of a pattern',
    { Action: ['iam:Delete*'], Resource: role },
    inColumn("eventsource IN ('iam.amazonaws.com')"),
  ],
  [
    'events with another name than their action',
    { Action: 'lambda:Invoke*', NotResource: 'arn:aws:lambda:*:*:function:a' },
    inColumn("eventsource IN ('lambda.amazonaws.com')"),
  ],
  [
    'all actions on the resources of one service',
    { NotAction: 'iam:Get*', Resource: role },
    inColumn("eventsource IN ('iam.amazonaws.com')"),
  ],
  [
    'keys of one service',
    { Action: '*', Resource: '*', Condition: { StringEquals: { 'rds:DatabaseClass': 'a' } } },
    inColumn("eventsource IN ('rds.amazonaws.com')"),
  ],
  [
    'tags of all services',
    { Action: '*', Resource: '*', Condition: { Null: { 'aws:RequestTag/team': 'true' } } },
    inColumn("eventsource <> 's3.amazonaws.com'"),
  ],
])('the query has the parameters that a statement reads: %s', (_, statement, column) => {
  expect(columnFor(statement)).toBe(column)
})

test('a result of the query is decided as the events that it counts', async () => {
  const event = knownEvents.find(({ title }) => title === 'A role is created in the protected path')
    ?.event as TrailEvent
  const row = [
    ['eventsource', event.eventSource],
    ['eventname', event.eventName],
    ['awsregion', event.awsRegion],
    ['recipientaccountid', event.recipientAccountId],
    ['usertype', 'AssumedRole'],
    ['principal', event.userIdentity?.sessionContext?.sessionIssuer?.arn],
    ['accountid', event.recipientAccountId],
    ['parameters', `"${JSON.stringify(event.requestParameters).replaceAll('"', '""')}"`],
  ]
  const counts = ['times', 'first_seen', 'last_seen']
  const csv = [
    [...row.map(([name]) => name), ...counts],
    [...row.map(([, value]) => value), 12, '2026-10-02T00:00:00Z', '2026-10-10T00:00:00Z'],
    [...row.map(([, value]) => value), 3, '2026-10-01T00:00:00Z', '2026-10-20T00:00:00Z'],
  ].join('\n')
  const { reading, add } = startReading(all)
  await readTrail(new Blob([csv]), add)
  const { rows } = await judge(reading, gatesFor)
  expect(rows).toEqual([
    expect.objectContaining({
      sid: 'ProtectBaselineAndExemptRoles',
      times: 15,
      first: '2026-10-01',
      last: '2026-10-20',
    }),
  ])
})
