import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { TrailEvent } from './cloudtrail.ts'
import { damageTexts, readAhead, readTrail, slices, wholeBytes } from './read-trail.ts'

const identity = { type: 'IAMUser', arn: 'arn:aws:iam::111122223333:user/ada', accountId: '111122223333' }
const event = (eventName: string, more: object = {}) => ({
  eventVersion: '1.11',
  userIdentity: identity,
  eventSource: 'ec2.amazonaws.com',
  eventName,
  ...more,
})
const events = [
  event('A', { requestParameters: { text: '}],{"Records":[{ "\\" é \\' }, eventID: '1' }),
  event('B', { nested: { results: [{ a: [1, { b: 2 }] }], events: [{}] }, resources: [{ ARN: 'x' }] }),
  event('C'),
]
const trail = JSON.stringify({ Records: events })
const lines = events.map((one) => JSON.stringify(one))

type Content = string | Uint8Array<ArrayBuffer>
const bytesOf = (content: Content) => new Blob([content])
const packed = (...parts: Content[]) => new Uint8Array(Buffer.concat(parts.map((part) => gzipSync(part))))

async function read(content: Content) {
  const found: TrailEvent[] = []
  const result = await readTrail(bytesOf(content), (one) => found.push(one))
  return { ...result, found }
}

/** How `aws logs put-subscription-filter` sends events. */
const subscription = {
  messageType: 'DATA_MESSAGE',
  owner: '111122223333',
  logGroup: 'trail',
  logEvents: lines.map((message, id) => ({ id: `${id}`, timestamp: 1, message })),
}
const utf16be = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16())
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

describe('the events are found', () => {
  test.each<[string, Content]>([
    ['in a file of the bucket', trail],
    ['in a packed one', packed(trail)],
    ['with spaces', JSON.stringify({ Records: events }, null, 2)],
    ['with CRLF', JSON.stringify({ Records: events }, null, 2).replaceAll('\n', '\r\n')],
    ['in what PowerShell writes', Uint8Array.from(Buffer.from(`\ufeff${trail}`, 'utf16le'))],
    ['in UTF-16 without a mark', Uint8Array.from(Buffer.from(trail, 'utf16le'))],
    ['in UTF-16 BE', utf16be(`\ufeff${trail}`)],
    ['in UTF-16 BE without a mark', utf16be(trail)],
    ['after a byte order mark', `\ufeff${trail}`],
    ['after a mark, one a line', `\ufeff${lines.join('\r\n')}`],
    ['in a list', JSON.stringify(events)],
    ['in a list with spaces', JSON.stringify(events, null, 2)],
    ['one a line', lines.join('\n')],
    ['one a line, as texts', lines.map((line) => JSON.stringify(line)).join('\n')],
    ['one after another', lines.join('')],
    ['one after another, with spaces', events.map((one) => JSON.stringify(one, null, 2)).join('\n')],
    ['in files after one another', lines.map((line) => `{"Records":[${line}]}`).join('\n')],
    ['in a list of files', JSON.stringify(events.map((one) => ({ Records: [one] })))],
    ['in texts of a list', JSON.stringify({ Records: lines })],
    ['in several members', packed(...events.map((one) => JSON.stringify({ Records: [one] })))],
    ['in a member that ends inside an event', packed(trail.slice(0, 99), trail.slice(99))],
    ['before zeros', new Uint8Array([...packed(trail), ...new Uint8Array(512)])],
    ['in events of EventBridge', lines.map((line) => `{"source":"aws.ec2","detail":${line}}`).join('\n')],
    [
      'in a queue of EventBridge',
      JSON.stringify({
        Records: events.map((detail) => ({ eventSource: 'aws:sqs', body: JSON.stringify({ detail }) })),
      }),
    ],
    [
      'in the output of lookup-events',
      JSON.stringify({
        NextToken: 'Records',
        Events: events.map((one) => ({
          EventName: 'x',
          EventSource: 'ec2.amazonaws.com',
          CloudTrailEvent: JSON.stringify(one),
        })),
      }),
    ],
    [
      'in an export of CloudWatch Logs',
      packed(lines.map((line) => `2026-10-01T00:00:00.000Z ${line}`).join('\n')),
    ],
    [
      'in the output of filter-log-events',
      JSON.stringify({ events: lines.map((message) => ({ message, eventId: '3' })), searchedLogStreams: [] }),
    ],
    [
      'in a result of Insights',
      JSON.stringify({
        results: lines.map((value) => [
          { field: '@timestamp', value: '2026-10-01 00:00:00.000' },
          { field: '@message', value },
          { field: '@ptr', value: 'Ck' },
        ]),
        status: 'Complete',
      }),
    ],
    [
      'in a table of Insights',
      `@timestamp,@message\n${lines.map((line) => `2026,${quoted(line)}`).join('\n')}\n`,
    ],
    ['in data of a subscription', JSON.stringify(subscription)],
    [
      'in an event of Lambda',
      JSON.stringify({ awslogs: { data: gzipSync(JSON.stringify(subscription)).toString('base64') } }),
    ],
    ['in rows of CloudTrail Lake', `"eventJson"\n${lines.map(quoted).join('\n')}`],
    [
      'in a result of CloudTrail Lake',
      JSON.stringify({ QueryStatus: 'FINISHED', QueryResultRows: lines.map((eventJson) => [{ eventJson }]) }),
    ],
    [
      'in a result of Athena',
      JSON.stringify({
        ResultSet: {
          Rows: ['eventjson', ...lines].map((cell) => ({ Data: [{ VarCharValue: cell }] })),
          ResultSetMetadata: { ColumnInfo: [] },
        },
      }),
    ],
    [
      'in a search of Elastic',
      JSON.stringify({
        took: 3,
        hits: { total: { value: 3 }, hits: lines.map((message) => ({ _id: '1', _source: { message } })) },
      }),
    ],
    [
      'in a search of Splunk',
      lines.map((_raw) => JSON.stringify({ result: { _raw, eventName: 'x', eventSource: 'y' } })).join('\n'),
    ],
    [
      'in OCSF with the original',
      lines.map((raw_data) => JSON.stringify({ class_uid: 6003, metadata: {}, raw_data })).join('\n'),
    ],
  ])('%s', async (_, content) => {
    expect(await read(content)).toEqual({ events: 3, others: 0, damage: null, found: events })
  })

  test('where an event alone, or an insight, is the whole file', async () => {
    expect((await read(JSON.stringify(events[1], null, 2))).found).toEqual([events[1]])
    const insight = {
      eventVersion: '1.07',
      eventType: 'AwsCloudTrailInsight',
      insightDetails: { eventSource: 'ec2.amazonaws.com', eventName: 'RunInstances' },
    }
    expect((await read(JSON.stringify({ Records: [insight] }))).found).toEqual([insight])
  })

  test.each([1, 7, 1000])('in pieces of %i bytes', async (size) => {
    for (const content of [
      trail,
      lines.join('\n'),
      JSON.stringify({ events: lines.map((message) => ({ message })) }),
    ]) {
      const chunks = new TextEncoder().encode(content)
      const found: TrailEvent[] = []
      async function* pieces() {
        for (let at = 0; at < chunks.length; at += size) yield chunks.subarray(at, at + size)
      }
      await readTrail(pieces(), (one) => found.push(one))
      expect(found).toEqual(events)
    }
  })
})

test('what holds no event is counted', async () => {
  const other = { source: 'aws.health', detail: { service: 'EC2' } }
  expect(await read([...lines, JSON.stringify(other), 'START RequestId: 1'].join('\n'))).toMatchObject({
    events: 3,
    others: 2,
    damage: null,
  })
})

test('an event that is longer than a piece, and letters across pieces, stay whole', async () => {
  const long = [event('é'.repeat(100_000)), event('B')]
  expect((await read(JSON.stringify({ Records: long }))).found).toEqual(long)
})

const many = Array.from({ length: 5000 }, (_, at) => event(`${at}${Math.sin(at)}`))
const largeFile = packed(JSON.stringify({ Records: many }))
const tar = new Uint8Array(1024)
tar.set(strToU8('trail.json'))
tar.set(strToU8('ustar'), 257)

describe('a file has its own sentence', () => {
  test.each<[string, Content, keyof typeof damageTexts, number]>([
    ['cut off', trail.slice(0, -10), 'damaged', 2],
    ['with something after its end', `${trail}garbage`, 'damaged', 3],
    ['with a text after its end', `${trail}"garbage`, 'damaged', 3],
    ['packed, with a header that is cut off', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 1, 2, 3]), 'damaged', 0],
    ['cut off while packed', largeFile.subarray(0, largeFile.length - 2000), 'damaged', 1],
    ['with an event that is no JSON', trail.replace('"eventName":"B"', '"eventName":B'), 'damaged', 2],
    [
      'with an event without its last quote',
      trail.replace('"eventName":"B"', '"eventName":"B'),
      'damaged',
      2,
    ],
    [
      'with an event without its last bracket',
      trail.replace('"resources":[{"ARN":"x"}]', '"resources":['),
      'damaged',
      2,
    ],
    ['with a line that is cut off', [lines[0], lines[1]?.slice(0, 80), lines[2]].join('\n'), 'damaged', 2],
    ['with a line that is cut off in a list', [trail, trail.slice(0, -3), trail].join('\n'), 'damaged', 8],
    [
      'with an event that is not UTF-8',
      new Uint8Array(Buffer.from(trail.replace('"C"', '"\xff"'), 'latin1')),
      'damaged',
      1,
    ],
    [
      'packed with a broken middle',
      largeFile.map((byte, at) => (at > largeFile.length / 2 && at < largeFile.length / 2 + 50 ? 255 : byte)),
      'damaged',
      1,
    ],
    ['with an event without an end', `{"Records":[${lines[0]},{"a":"${'a'.repeat(9_000_000)}`, 'damaged', 1],
    [
      'of digests',
      '{"awsAccountId":"1","digestStartTime":"2026-10-01T00:00:00Z","logFiles":[{"hashValue":"x"}]}',
      'digest',
      0,
    ],
    ['of a digest without files', '{"digestS3Bucket":"b","logFiles":[]}', 'digest', 0],
    ['of Config', '{"fileVersion":"1.0","configurationItems":[{"resourceId":"x"}]}', 'config', 0],
    [
      'of notifications',
      '{"Records":[{"eventVersion":"2.1","eventSource":"aws:s3","eventName":"ObjectCreated:Put","userIdentity":{"principalId":"A"}}]}',
      'notification',
      0,
    ],
    [
      'of Security Lake',
      '{"class_uid":6003,"metadata":{"product":{"name":"CloudTrail"}},"api":{"operation":"x"}}',
      'ocsf',
      0,
    ],
    ['packed twice', packed(packed(trail)), 'compressed', 0],
    ['with columns of events', 'eventSource,eventName\nec2.amazonaws.com,RunInstances\n', 'columns', 0],
    [
      'of the event history',
      'Event name,Event time,User name,Event source\nRunInstances,2026,ada,ec2.amazonaws.com',
      'table',
      0,
    ],
    ['of another table', 'a,b\n1,2\n', 'table', 0],
    ['with a list of texts', '{"Records":["a","b"]}', 'texts', 0],
    ['with an empty list', '{"Records":[]}', 'none', 0],
    ['that is an empty list', '[]', 'none', 0],
    ['without a list', '{"a":{"Records":1}}', 'foreign', 0],
    ['without anything', '', 'empty', 0],
    ['with spaces', ' \r\n', 'empty', 0],
    ['packed, without anything', packed(''), 'empty', 0],
    ['that is a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0]), 'foreign', 0],
    ['of words', 'Permission Check Successful', 'foreign', 0],
    ['of a program', 'const a = { b: 1 }\n', 'foreign', 0],
    ['of zeros', new Uint8Array(1000), 'foreign', 0],
    ['with one long line', 'a'.repeat(9_000_000), 'foreign', 0],
    ['that is a ZIP archive', new Uint8Array(zipSync({ 'a.json': strToU8(trail) })), 'zip', 0],
    ['that is a TAR archive', tar, 'tar', 0],
    ['that is a packed TAR archive', packed(tar), 'tar', 0],
    ['in Parquet', 'PAR1\x15\x04', 'parquet', 0],
    ['packed by zstd', new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0]), 'compressed', 0],
  ])('%s', async (_, content, damage, counted) => {
    const result = await read(content)
    expect(damageTexts[result.damage ?? 'none']).toBe(damageTexts[damage])
    if (counted > 0 && content instanceof Uint8Array) expect(result.events).toBeGreaterThan(0)
    else expect(result.events).toBe(counted)
  })

  test('that is gone', async () => {
    class Gone extends Blob {
      override arrayBuffer = () => Promise.reject(new Error('gone'))
    }
    for await (const { content } of readAhead([{ content: new Gone() }]))
      expect((await readTrail(content, () => {})).damage).toBe('unreadable')
  })
})

test('broken members that repeat a beginning take no time by their square', async () => {
  const hostile = '{"eventVersion"'.repeat(60_000)
  expect((await read(`{"Records":[${hostile}`)).damage).toBe('damaged')
})

test('a large file is read as a stream, and left after damage', async () => {
  const long = new Blob([
    `{"Records":[${lines[0]},`,
    `{"a":"${'a'.repeat(9_000_000)}`,
    ...Array(20).fill(new Uint8Array(1_000_000)),
  ])
  expect(await readTrail(long, () => {})).toMatchObject({ events: 1, damage: 'damaged' })
  expect(await readTrail(new Blob([trail, new Uint8Array(wholeBytes).fill(32)]), () => {})).toMatchObject({
    events: 3,
    damage: null,
  })
})

test('files are read ahead in their order', async () => {
  const files = Array.from({ length: 50 }, (_, at) => ({ at, content: new Blob([`${at}`]) }))
  const seen: unknown[] = []
  for await (const { file, content } of readAhead(files))
    seen.push([file.at, new TextDecoder().decode(content as Uint8Array)])
  expect(seen).toEqual(files.map(({ at }) => [at, `${at}`]))
})

const header =
  'eventsource,eventname,usertype,principal,accountid,invoked,parameters,times,first_seen,last_seen'
const row =
  'iam.amazonaws.com,TagRole,AssumedRole,arn:aws:iam::1:role/a/b,1,true,"{""roleName"":""x, y""}",7,2026-10-01T00:00:00Z,2026-10-09T00:00:00Z'
test.each([
  ['with commas', `${header}\r\n${row}\r\n`],
  ['with quotes', `${header.replace(/\w+/g, '"$&"')}\n${row}`],
  [
    'with tabs',
    `${header}\n${row}`
      .replace(/"\{.*\}"/, '{"roleName":"x; y"}')
      .replaceAll(',', '\t')
      .replace('x; y', 'x, y'),
  ],
])('the result of the query %s has groups of events', async (_, content) => {
  const counts: unknown[] = []
  const result = await readTrail(new Blob([content]), (event, count) =>
    counts.push([event.requestParameters, count]),
  )
  expect(result).toEqual({ events: 7, others: 0, damage: null })
  expect(counts).toEqual([
    [{ roleName: 'x, y' }, { times: 7, first: '2026-10-01T00:00:00Z', last: '2026-10-09T00:00:00Z' }],
  ])
})

test.each([
  ['in its last date', `${header}\n${row}\n${row.slice(0, -10)}`],
  ['in a quoted text', `${header}\n${row}\n${row.replace(/[^,]+$/, '"$&')}`],
])('the result of the query that is cut off %s says so', async (_, content) => {
  expect(await readTrail(new Blob([content]), () => {})).toMatchObject({ events: 7, damage: 'damaged' })
})

test('a canceled reading ends', async () => {
  const control = new AbortController()
  control.abort()
  const pause = slices(control.signal)
  const started = performance.now()
  while (performance.now() - started < 40);
  await expect(readTrail(new Blob([trail]), () => {}, pause)).rejects.toThrow('aborted')
})
