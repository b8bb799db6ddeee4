import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { TrailEvent } from './cloudtrail.ts'
import { readTrail, slices } from './read-trail.ts'

const events = [
  { eventName: 'A', requestParameters: { text: '}],{"Records":[{ "\\" é' }, eventID: '1' },
  { eventName: 'B', nested: { list: [{ a: [1, { b: 2 }] }] } },
  { eventName: 'C' },
]
const trail = JSON.stringify({ Records: events })

async function read(content: string | Uint8Array<ArrayBuffer>) {
  const found: TrailEvent[] = []
  const result = await readTrail(new Blob([content]), (event) => found.push(event))
  return { ...result, found }
}

test.each<[string, string | Uint8Array<ArrayBuffer>]>([
  ['as text', trail],
  ['packed', new Uint8Array(gzipSync(trail))],
  ['with spaces', JSON.stringify({ Records: events }, null, 2)],
  ['of PowerShell', Uint8Array.from(Buffer.from(`\ufeff${trail}`, 'utf16le'))],
  ['with a byte order mark', `\ufeff${trail}`],
  [
    'of lookup-events',
    JSON.stringify({
      NextToken: 'Records',
      Events: events.map((event) => ({ EventName: 'x', CloudTrailEvent: JSON.stringify(event) })),
    }),
  ],
])('a file %s has its events', async (_, content) => {
  expect(await read(content)).toEqual({ events: 3, damage: null, found: events })
})

test('an event that is longer than a chunk, and letters across chunks, stay whole', async () => {
  const long = [{ eventName: 'é'.repeat(100_000) }, { eventName: 'B' }]
  expect((await read(JSON.stringify({ Records: long }))).found).toEqual(long)
})

const packed = new Uint8Array(
  gzipSync(
    JSON.stringify({
      Records: Array.from({ length: 5000 }, (_, at) => ({ eventName: `${at}${Math.sin(at)}` })),
    }),
  ),
)
test.each<[string, string | Uint8Array<ArrayBuffer>, string, number]>([
  ['cut off', trail.slice(0, -10), 'damaged', 2],
  ['with something after its end', `${trail}garbage`, 'damaged', 3],
  ['with a text after its end', `${trail}"garbage`, 'damaged', 3],
  ['cut off while packed', packed.subarray(0, packed.length - 2000), 'packed', 1],
  ['with an event that is no JSON', trail.replace('"eventName":"C"', '"eventName":C'), 'damaged', 2],
  [
    'that is not UTF-8',
    new Uint8Array([...Buffer.from('{"Records":[{"a":"'), 0xff, ...Buffer.from('"}]}')]),
    'damaged',
    0,
  ],
  [
    'packed with a broken middle',
    packed.map((byte, at) => (at > packed.length / 2 && at < packed.length / 2 + 50 ? 255 : byte)),
    'packed',
    1,
  ],
  [
    'of digests',
    '{"awsAccountId":"1","digestStartTime":"2026-10-01T00:00:00Z","logFiles":[{"hashValue":"x"}]}',
    'digest',
    0,
  ],
  ['of Config', '{"fileVersion":"1.0","configurationItems":[{"resourceId":"x"}]}', 'config', 0],
  ['without a list', '{"a":{"Records":1}}', 'foreign', 0],
  ['that is a list', JSON.stringify(events), 'foreign', 0],
  ['without anything', '', 'foreign', 0],
  ['of another table', 'a,b\n1,2\n', 'table', 0],
  ['that is a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), 'foreign', 0],
  ['that is an archive', Uint8Array.from(Buffer.from('PK\x03\x04\x14\xff', 'latin1')), 'foreign', 0],
  ['of zeros', new Uint8Array(1000), 'foreign', 0],
  ['with an event without an end', `{"Records":[{"a":1},{"a":"${'a'.repeat(9_000_000)}`, 'damaged', 1],
  ['with one long line', 'a'.repeat(9_000_000), 'foreign', 0],
])('a file %s says so, with what was counted', async (_, content, damage, counted) => {
  const result = await read(content)
  expect(result.damage).toBe(damage)
  if (counted > 0 && content instanceof Uint8Array) expect(result.events).toBeGreaterThan(0)
  else expect(result.events).toBe(counted)
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
  expect(result).toEqual({ events: 7, damage: null })
  expect(counts).toEqual([
    [{ roleName: 'x, y' }, { times: 7, first: '2026-10-01T00:00:00Z', last: '2026-10-09T00:00:00Z' }],
  ])
})

test('files one after another have the events of all', async () => {
  expect(await read(`${trail}\n${trail}`)).toMatchObject({ events: 6, damage: null })
})

test.each([
  ['in its last date', `${header}\n${row}\n${row.slice(0, -10)}`],
  ['in a quoted text', `${header}\n${row}\n${row.replace(/[^,]+$/, '"$&')}`],
])('the result of the query that is cut off %s says so', async (_, content) => {
  expect(await readTrail(new Blob([content]), () => {})).toEqual({ events: 7, damage: 'damaged' })
})

test('a canceled reading ends', async () => {
  const control = new AbortController()
  control.abort()
  const pause = slices(control.signal)
  const started = performance.now()
  while (performance.now() - started < 40);
  await expect(readTrail(new Blob([trail]), () => {}, pause)).rejects.toThrow('aborted')
})
