// npm run bench -- scale measures the shop with 1,000, 100,000 and 1,000,000 orders, on both databases, in one run.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { migrate } from '../../../server/database/migrate.ts'
import { openDatabase } from '../../../server/database/open.ts'
import type { DatabaseConfig } from '../../support/databases.ts'
import { fillOrders } from '../../support/fill-orders.ts'
import { startPostgres } from '../../support/postgres.ts'
import { median, table } from '../statistics.ts'
import { quantile } from './bench-server.ts'

const kinds = ['SQLite', 'Postgres'] as const
type Kind = (typeof kinds)[number]

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    database: { type: 'string' },
    buyers: { type: 'string', default: '2000' },
    only: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})
const sizes = values.sizes.split(',').map(Number)
const parts = ['history', 'lists', 'backups', 'crowd', 'servers', 'memory', 'downloads'] as const
type Part = (typeof parts)[number]
const chosen = values.only?.split(',') ?? parts
const isChosen = (part: Part) => chosen.includes(part)
const usage = `npm run bench -- scale [--sizes 1000,100000,1000000] [--database SQLite|Postgres] [--only ${parts.join(',')}] [--buyers 2000]

Fills both databases with generated orders, which takes a few minutes for a million, and measures:
  history     each operation: median, 99th percentile and rate, and the growth from the smallest to the largest size
  lists       the seller's lists at the largest size: seconds to the first row and to the end, and memory
  backups     backups of the largest size, with and without 20 writes a second, restored and compared
  crowd       --buyers at the same moment, on two servers, while other work takes both processors
  servers     checkouts per second of one server and of two, with a provider that answers in 0.4 s
  memory      the server's memory with 200,000 malformed requests, 1,000 stalled bodies of 1 MiB, 300 checkouts a second
  downloads   how long visitors wait during 300 downloads, and how long slow clients delay a stop (only on SQLite)
Do not use the machine for anything else meanwhile.`
const buyers = Number(values.buyers)
if (
  values.help ||
  !sizes.every((size) => size >= 1000) ||
  !(buyers > 0) ||
  !kinds.some((kind) => (values.database ?? kind) === kind) ||
  !chosen.every((part) => parts.some((known) => known === part))
) {
  console.log(usage)
  process.exit(values.help ? 0 : 2)
}

interface Measured {
  /** The times in ms, by operation. */
  times: Record<string, number[]>
  rates: Record<string, number>
}

/** Runs a file of this folder in a separate process. @returns the JSON that it printed */
async function run<T>(file: string, ...args: string[]): Promise<T> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (bytes) => {
    output += bytes
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${file} ended with ${code}.`)
  return JSON.parse(output)
}

const whole = (value: number) => value.toLocaleString('en')
const threeDigits = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)

async function fill(config: DatabaseConfig, size: number): Promise<void> {
  const database = openDatabase(config, undefined, { statementLimitMs: 0 })
  const begun = performance.now()
  await migrate(database)
  await fillOrders(database, size, Date.now(), (filled) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${whole(filled)} orders`)
  })
  // Otherwise Postgres would tidy up and write to the disk during the measurements.
  if (config.databaseUrl) for (const task of ['vacuum', 'checkpoint']) await sql.raw(task).execute(database)
  await database.destroy()
  console.error(`\rFilled ${whole(size)} orders in ${Math.round((performance.now() - begun) / 1000)} s.`)
}

function report(kind: Kind, measured: Measured[]): void {
  const cell = (times: number[] = []) =>
    `${threeDigits(median(times))} / ${threeDigits(quantile(times, 0.99))}`
  const names = Object.keys(measured[0]?.times ?? {})
  const growth = (name: string) =>
    (median(measured.at(-1)?.times[name] ?? []) / median(measured[0]?.times[name] ?? [])).toFixed(2)
  console.log(`\n### ${kind}: median / p99 in ms\n`)
  console.log(
    table(
      ['operation', ...sizes.map(whole), 'ratio'],
      names.map((name) => [name, ...measured.map(({ times }) => cell(times[name])), growth(name)]),
    ),
  )
  const others = [
    ...Object.keys(measured[0]?.rates ?? {}).map((name) => [
      name,
      ...measured.map(({ rates }) => Math.round(rates[name] ?? 0)),
    ]),
  ]
  console.log(`\n${table(['', ...sizes.map(whole)], others)}`)
}

const folder = mkdtempSync(path.join(tmpdir(), 'scale-'))
const postgres = values.database === 'SQLite' ? null : await startPostgres()
const newDatabase = async (kind: Kind) => (kind === 'Postgres' && postgres ? postgres.createDatabase() : null)
const newConfig = (kind: Kind, databaseUrl: string | null) => ({
  dataDir: mkdtempSync(path.join(folder, `${kind}-`)),
  databaseUrl,
})
try {
  for (const kind of kinds.filter((kind) => (values.database ?? kind) === kind)) {
    const print = async (part: Part, title: string, ...args: string[]) => {
      if (isChosen(part)) console.log(`\n${kind}, ${title}:`, await run(`${part}.ts`, ...args))
    }
    const small = newConfig(kind, await newDatabase(kind))
    const configs: DatabaseConfig[] = []
    if (isChosen('history') || isChosen('lists') || isChosen('backups'))
      for (const size of sizes) {
        const config = newConfig(kind, await newDatabase(kind))
        await fill(config, size)
        configs.push(config)
      }
    // Pending writes of the fill must not slow the measurements.
    spawnSync('sync')
    if (isChosen('history')) report(kind, await run<Measured[]>('history.ts', JSON.stringify(configs)))
    const largest = JSON.stringify(configs.at(-1))
    const empty = newConfig(kind, await newDatabase(kind))
    await print('lists', 'lists, s', largest)
    await print('backups', 'backups, s', largest, JSON.stringify(empty))
    for (const { dataDir } of [...configs, empty]) rmSync(dataDir, { recursive: true, force: true })
    await fill(small, 1000)
    await print('crowd', `${whole(buyers)} buyers at the same time`, JSON.stringify(small), String(buyers))
    await print('servers', 'checkouts a second of one server and of two', JSON.stringify(small))
    await print('memory', 'memory, MiB', JSON.stringify(small))
    if (kind === 'SQLite') await print('downloads', '300 downloads, ms')
  }
} finally {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}
