import { expect, test } from 'vitest'
import { csv, facts, table, time } from './format.ts'

test('a table is aligned, and says so when it is empty', () => {
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
  expect(facts([['name', 'a\u0007b']])).toBe('name  a b')
  // A right-to-left override would show $1.00 as 00.1$, and whatever stands behind it.
  expect(facts([['name', 'Ada\u202e00.1$']])).toBe('name  Ada 00.1$')
})

test('facts without a value are left out', () => {
  expect(
    facts([
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

test('CSV quotes what must be quoted, and runs no formula', () => {
  const rows = [
    ['O"Hara, Ada', -5],
    ['=HYPERLINK("x")', 'two\nlines'],
    ['x;=1+1;-y', '＝1'],
  ]
  expect(csv(['name', 'n'], rows)).toBe(
    'name,n\r\n"O""Hara, Ada",-5\r\n"\'=HYPERLINK(""x"")","two\nlines"\r\nx;\'=1+1;\'-y,\'＝1\r\n',
  )
})
