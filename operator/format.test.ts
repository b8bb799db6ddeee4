import { expect, test } from 'vitest'
import {
  csv,
  jsonArray,
  keyValues,
  type Look,
  Marked,
  printableJson,
  table,
  tableOf,
  time,
} from './format.ts'

test('a table is aligned, and an empty one says that it is empty', () => {
  expect(
    table(
      ['ID', 'NAME'],
      [
        ['1', 'Ada'],
        ['100', 'Grace'],
      ],
    ),
  ).toBe('ID   NAME\n1    Ada\n100  Grace')
  expect(table(['ID'], [], 'No orders.')).toBe('No orders.')
})

async function* upTo(count: number) {
  for (let row = 1; row <= count; row++) yield row
}
const joined = async (texts: AsyncIterable<string>) => (await Array.fromAsync(texts)).join('\n')

test.each([0, 1, 200, 1001])(
  'a list of %i rows looks the same when it is printed in parts',
  async (count) => {
    const rows = await Array.fromAsync(upTo(count))
    const cells = (row: number) => [row % 7, `${row} Ada`]
    const headings = ['ID', 'A LONG HEADING']
    const list = { rows: upTo(count), headings, cells, none: 'No orders.' }
    expect(await joined(tableOf(list))).toBe(table(headings, rows.map(cells), 'No orders.'))
    const people = rows.map((id) => ({ id, name: `Ada\n${id}` }))
    async function* values() {
      yield* people
    }
    expect(await joined(jsonArray(values()))).toBe(printableJson(people))
  },
)

test('control characters do not reach the terminal', () => {
  expect(table(['NAME'], [['\u001b[31mred']])).toBe('NAME\n [31mred')
  expect(keyValues([['name', 'a\u0007b']])).toBe('name  a b')
  // A right-to-left override would show $1.00 as 00.1$, and would reverse the text after it.
  expect(keyValues([['name', 'Ada\u202e00.1$']])).toBe('name  Ada 00.1$')
})

test('JSON escapes control and direction characters, and keeps its meaning', () => {
  const names = { name: 'Ada\u202e\u009b31m\u007f \u{e0041}\u2028' }
  const json = printableJson(names)
  expect(json).toBe('{\n  "name": "Ada\\u202e\\u009b31m\\u007f \\udb40\\udc41\\u2028"\n}')
  expect(JSON.parse(json)).toEqual(names)
})

test('terminals do not make links of addresses in a table', () => {
  expect(table(['NAME'], [['Ada https://evil.example']])).toBe('NAME\nAda https: //evil.example')
})

test('fields without a value are left out', () => {
  expect(
    keyValues([
      ['id', '1'],
      ['refunded', null],
      ['cents', 0],
    ]),
  ).toBe('id     1\ncents  0')
})

test('times are UTC', () => {
  expect(time(Date.UTC(2026, 10, 20, 9, 5))).toBe('2026-11-20 09:05')
  expect(time(null)).toBe('')
})

test('CSV quotes special characters and prevents formulas', async () => {
  async function* rows() {
    yield* [
      ['O"Hara, Ada', -5],
      ['=HYPERLINK("x")', 'two\nlines\u202e\u009b'],
      ['x;=1+1;-y', '＝1'],
      ['\n=1+1', '\t=1'],
    ]
  }
  expect(`${await joined(csv(['name', 'n'], rows(), (row) => row))}\n`).toBe(
    'name,n\r\n"O""Hara, Ada",-5\r\n"\'=HYPERLINK(""x"")",two lines \r\nx;\'=1+1;\'-y,\'＝1\r\n \'=1+1,\t\'=1\r\n',
  )
})

const narrow: Look = { width: 40, paint: (tone, text) => `<${tone}>${text}</${tone}>` }
const orders = [
  ['0a1b2c3d', new Marked('good', 'paid, part refunded'), 'ada.augusta.king@lovelace.example.com'],
  ['4e5f', new Marked('bad', 'failed'), 'a@b.example'],
]

test('in a narrow terminal, long values lose their middle, and statuses stay whole and get their colors', () => {
  expect(table(['ID', 'STATUS', 'EMAIL'], orders, 'None.', narrow)).toBe(
    [
      '<heading>ID</heading>        <heading>STATUS</heading>               <heading>EMAIL</heading>',
      '0a1b2c3d  <good>paid, part refunded</good>  ada.….com',
      '4e5f      <bad>failed</bad>               a@b.…mple',
    ].join('\n'),
  )
  expect(table(['ID', 'STATUS', 'EMAIL'], orders)).toContain('  ada.augusta.king@lovelace.example.com')
})

test('the last column of a long table gets the rest of the line, also if its first rows are short', async () => {
  async function* rows() {
    for (let row = 0; row < 201; row++) yield row
  }
  const cells = (row: number) => [row, row === 200 ? 'x'.repeat(100) : 'short']
  const list = { rows: rows(), headings: ['ID', 'NOTE'], cells, none: 'None.' }
  const lines = (await Array.fromAsync(tableOf(list, narrow))).join('\n').split('\n')
  expect(lines.at(-1)).toBe(`200  ${'x'.repeat(17)}…${'x'.repeat(17)}`)
})

test('in a long table, a later amount or status that is wider than those before it stays whole', async () => {
  async function* rows() {
    for (let row = 0; row < 201; row++) yield row
  }
  const cells = (row: number) => [
    new Marked('past', row === 200 ? 'refunded' : 'paid'),
    row === 200 ? '$1,000.00' : '$79.00',
    'ada',
  ]
  const list = { rows: rows(), headings: ['STATUS', 'AMOUNT', 'NAME'], cells, none: 'None.' }
  const lines = (await Array.fromAsync(tableOf(list, narrow))).join('\n').split('\n')
  expect(lines.at(-1)).toBe('<past>refunded</past>  $1,000.00  ada')
})
