import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { retention } from '#content/retention.ts'
import { functions } from '../../contract/paths.ts'
import { sqliteFile } from '../../server/database/sqlite.ts'
import { applyRetention, startRetention } from '../../server/personal-data/retention.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { runCommand } from '../support/command-line.ts'
import { storeOrder } from '../support/orders.ts'
import { startServer, temporaryDirectory } from '../support/server-process.ts'
import { openShop } from '../support/shop.ts'

let folder: ReturnType<typeof temporaryDirectory>
let dataDir: string
beforeEach(() => {
  folder = temporaryDirectory()
  dataDir = path.join(folder.path, 'data')
})
afterEach(() => folder.remove())

const victim = aBuyer({ name: 'Zelda Quixote', email: 'zelda.quixote@person.example' })
const other = aBuyer({ name: 'Sancho Pansa', email: 'sancho.pansa@person.example' })

/** The files below a folder whose bytes contain one of the texts. */
const filesWith = ({ name, email }: typeof victim, below: string): string[] =>
  readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file)
      return bytes.includes(name) || bytes.includes(email)
    })
    .map((file) => path.relative(below, file))
    .sort()

/** Runs a command of the seller. */
async function shop(...args: string[]): Promise<string> {
  const { code, out, error } = await runCommand(args, { DATA_DIR: dataDir })
  expect(code, error).toBe(0)
  return out + error
}

test('after an erasure while the server runs, no file of the shop and no later backup has the name or the address', async () => {
  const server = await startServer(dataDir, { SELLER_EMAIL: 'seller@example.com' })
  const form = (address: string, fields: Record<string, string>) =>
    fetch(new URL(address, server.url), {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  const buy = async (buyer: typeof victim) => {
    const started = await form(functions.createCheckout, buyer)
    expect(started.status).toBe(303)
    const hosted = started.headers.get('location') ?? ''
    await form(hosted, { action: 'pay' })
  }
  const mails = (buyer: typeof victim) => filesWith(buyer, dataDir).filter((file) => file.startsWith('mail'))
  try {
    await buy(victim)
    await buy(other)
    // The receipt, and the notice to the seller.
    await expect.poll(() => mails(victim).length).toBe(2)
    await expect.poll(() => mails(other).length).toBe(2)
    const before = path.join(folder.path, 'before')
    await shop('backup', 'create', '--to', before)
    // As after a restore.
    const former = `${sqliteFile(dataDir)}.before-restore-1`
    copyFileSync(path.join(before, readdirSync(before)[0] ?? ''), former)
    expect(filesWith(victim, dataDir)).toContain('shop.db.before-restore-1')

    const said = await shop('erase', victim.email, '--yes')
    expect(said).toMatch(/The backups until now, the last of 20\d\d-.* UTC, .* still hold this person/)
    const after = path.join(folder.path, 'after')
    await shop('backup', 'create', '--to', after)
    expect(filesWith(victim, dataDir)).toEqual([])
    expect(filesWith(victim, after)).toEqual([])
    // The other buyer shows that the search finds what is there.
    expect(filesWith(other, dataDir)).toEqual(expect.arrayContaining(['shop.db', ...mails(other)]))
    expect(filesWith(other, after)).toHaveLength(1)
    expect(filesWith(victim, before)).toHaveLength(1)
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
  }
})

test('what another program kept in the log while it read is removed by the next retention', async () => {
  const open = await openShop({ databaseUrl: null, dataDir })
  await storeOrder(open.database, { ...victim, email_key: victim.email })
  const reader = new DatabaseSync(sqliteFile(dataDir), { readOnly: true })
  reader.exec('begin; select * from orders')
  await shop('erase', victim.email, '--yes')
  expect(filesWith(victim, dataDir)).not.toEqual([])
  reader.close()
  const loop = startRetention(open)
  await expect.poll(() => filesWith(victim, dataDir)).toEqual([])
  await loop.stop()
  await open.database.destroy()
})

test('retention removes old mail files, and databases that a restore replaced a week ago', async () => {
  const open = await openShop({ databaseUrl: null, dataDir })
  await storeOrder(open.database, {
    ...victim,
    status: 'expired',
    expired_at: open.now(),
    paid_at: null,
    completed_at: null,
  })
  mkdirSync(path.join(dataDir, 'mail'))
  writeFileSync(path.join(dataDir, 'mail/20261120-101500-receipt-1a2b3c4d.eml'), victim.name)
  // Of a process that was killed while it wrote.
  writeFileSync(path.join(dataDir, 'mail/20261120-101500-receipt-5e6f7a8b.eml.4711.tmp'), victim.name)
  const day = 24 * 3_600_000
  writeFileSync(`${sqliteFile(dataDir)}.before-restore-${open.now()}`, victim.name)
  writeFileSync(`${sqliteFile(dataDir)}.before-restore-${open.now()}-wal`, victim.name)
  writeFileSync(`${sqliteFile(dataDir)}.before-restore-${open.now()}.tmp`, victim.name)
  open.clock.now += 7 * day
  expect(await applyRetention(open)).toMatchObject({ mailFiles: 0, formerDatabases: 0 })
  open.clock.now += 1
  expect(await applyRetention(open)).toMatchObject({ mailFiles: 0, formerDatabases: 3 })
  open.clock.now += retention.unpaidOrderDays * day
  const loop = startRetention(open)
  await expect.poll(() => filesWith(victim, dataDir)).toEqual([])
  await loop.stop()
  expect(readdirSync(path.join(dataDir, 'mail'))).toEqual([])
  await open.database.destroy()
})
