import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The folder that owns each table. No other folder inserts, updates or deletes its rows. */
const owners: Record<string, string> = {
  progress: 'server/database/',
  sandbox_sessions: 'server/payments/sandbox/',
  outbox: 'server/outbox/',
  orders: 'server/orders/',
  events: 'server/orders/',
  order_history: 'server/orders/',
  downloads: 'server/downloads/',
}

const writes = /\b(?:insertInto|updateTable|deleteFrom)\(\s*(?:'(\w+)'|\w+)/g

/** The writes that no owner of the table makes. A migration changes the tables of all owners. */
const foreignWrites = (file: string, text: string) =>
  [...text.matchAll(writes)].filter(
    ([, table]) => !table || !owners[table] || !file.startsWith(owners[table]),
  )

test('only the owner of a table writes to it', () => {
  const files = globSync('{server,operator}/**/*.ts').filter(
    (file) => !file.startsWith('server/database/') && !file.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(50)
  const found = files.flatMap((file) =>
    foreignWrites(file, readFileSync(file, 'utf8')).map(([call]) => `${file}: ${call}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['operator/list.ts', "deleteFrom('orders')"],
  ['server/mail/worker.ts', "updateTable('orders')"],
  ['server/orders/events.ts', 'updateTable(table)'],
  ['server/orders/events.ts', "insertInto('unknown')"],
])('in %s, %s is found', (file, text) => {
  expect(foreignWrites(file, text)).toHaveLength(1)
})
