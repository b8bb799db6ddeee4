import { expect, test } from 'vitest'
import { csv, keyValues, printableJson, table, time } from './format.ts'

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

test('CSV quotes special characters and prevents formulas', () => {
  const rows = [
    ['O"Hara, Ada', -5],
    ['=HYPERLINK("x")', 'two\nlines\u202e\u009b'],
    ['x;=1+1;-y', '＝1'],
    ['\n=1+1', '\t=1'],
  ].map(([name, n]) => ({ name, n }))
  expect(`${csv(rows)}\n`).toBe(
    'name,n\r\n"O""Hara, Ada",-5\r\n"\'=HYPERLINK(""x"")",two lines \r\nx;\'=1+1;\'-y,\'＝1\r\n \'=1+1,\t\'=1\r\n',
  )
})
