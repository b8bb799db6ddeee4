// Measures backups with and without 20 writes a second: `node backups.ts '{"dataDir":…,"databaseUrl":…}' '{…}'`. The second
// database is empty. The last backup is restored into it and compared. Prints the seconds of each backup as JSON.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { createBackup, restoreBackup } from '../../../server/database/backup.ts'
import { openDatabase } from '../../../server/database/open.ts'
import type { Schema } from '../../../server/database/schema.ts'
import { storeOrder } from '../../support/orders.ts'

const config = JSON.parse(process.argv[2] ?? '')
const empty = process.argv[3] === 'write' ? null : JSON.parse(process.argv[3] ?? '')
const pairs = Number(process.argv[4] ?? 5)
const writesPerSecond = 20

/** Writes from a second process, like the server that sells during a backup. */
async function write(): Promise<void> {
  const database = openDatabase(config)
  for (;;) {
    const due = performance.now() + 1000 / writesPerSecond
    await storeOrder(database, {
      id: crypto.randomUUID(),
      idempotency_key: crypto.randomUUID(),
      created_at: Date.now(),
    })
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
  }
}

/** A few figures that describe the content of a database. */
async function figuresOf(database: Kysely<Schema>, upTo: number) {
  const { rows } = await sql`select
    (select count(*) from orders where created_at <= ${upTo}) as orders,
    (select sum(amount_cents) from orders where created_at <= ${upTo}) as cents,
    (select count(*) from events) as events, (select count(*) from outbox) as mails,
    (select max(id) from events) as last_event`.execute(database)
  return JSON.stringify(rows[0])
}

async function measure() {
  const folder = mkdtempSync(path.join(empty.dataDir, 'backup-'))
  const seconds: { undisturbed: number[]; underWrites: number[] } = { undisturbed: [], underWrites: [] }
  let file = ''
  const backUp = async (into: number[]) => {
    if (file) rmSync(file)
    const begun = performance.now()
    file = await createBackup(config, folder, Date.now())
    into.push((performance.now() - begun) / 1000)
  }
  for (let pair = 0; pair < pairs; pair++) {
    await backUp(seconds.undisturbed)
    const writer = spawn(process.execPath, [import.meta.filename, process.argv[2] ?? '', 'write'], {
      stdio: 'inherit',
    })
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await backUp(seconds.underWrites)
    writer.kill()
    await once(writer, 'close')
  }
  await restoreBackup(empty, file, Date.now())
  const [original, restored] = [
    openDatabase(config, undefined, { statementLimitMs: 0 }),
    openDatabase(empty, undefined, { statementLimitMs: 0 }),
  ]
  const before = Date.now() - 3_600_000
  const isEqual = (await figuresOf(original, before)) === (await figuresOf(restored, before))
  const ratios = seconds.underWrites.map((time, pair) => time / (seconds.undisturbed[pair] ?? Number.NaN))
  await original.destroy()
  await restored.destroy()
  return { ...seconds, ratios, 'restored and equal': isEqual }
}

if (process.argv[3] === 'write') await write()
else {
  console.log(JSON.stringify(await measure()))
  process.exit(0)
}
