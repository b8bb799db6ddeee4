import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory } from '../../tests/support/server-process.ts'
import { checkTables } from './table-rules.ts'

let folder: ReturnType<typeof temporaryDirectory>
beforeEach(() => {
  folder = temporaryDirectory()
})
afterEach(() => folder.remove())

/** The findings of the check in a project with one file. */
function check(file: string, text: string): string[] {
  mkdirSync(path.join(folder.path, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(folder.path, file), text)
  return checkTables(folder.path)
}

test.each([
  ['server/mail/worker.ts', "updateTable('orders')", 'only server/orders writes orders'],
  ['server/checkout/reserve.ts', "insertInto(\n  'orders')", 'only server/orders writes orders'],
  ['operator/commands/erase.ts', "deleteFrom('outbox')", 'only an act in server/acts'],
  ['server/seller/routes.ts', 'insertInto(table)', 'only an act in server/acts'],
  ['server/payments/webhook.ts', "insertInto('sandbox_sessions')", 'only server/payments/sandbox writes'],
  ['server/outbox/claim.ts', "selectFrom('orders as o')", 'server/orders, a higher folder'],
  ['server/orders/a.ts', "innerJoin('downloads', 'a', 'b')", 'server/downloads, a higher folder'],
  ['server/orders/a.ts', "selectFrom('invoices')", 'invoices has no owner'],
])('%s with %s is refused', (file, query, reason) => {
  expect(check(file, `database.${query}`)).toEqual([expect.stringContaining(reason)])
})

test.each([
  ['server/orders/order-rows.ts', "updateTable('orders')"],
  ['server/mail/render-mail.ts', "selectFrom('orders')"],
  ['operator/open-shop.ts', "selectFrom('orders')"],
  ['server/database/migrations/012-a.ts', "updateTable('orders')"],
  ['server/outbox/claim.test.ts', "updateTable('orders')"],
])('%s with %s is allowed', (file, query) => {
  expect(check(file, `database.${query}`)).toEqual([])
})
