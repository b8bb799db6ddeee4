// npm run bench -- scale: what 1,000, 100,000 and 1,000,000 orders cost, on both databases, measured in one run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '../../../server/database/migrate.ts'
import { openDatabase } from '../../../server/database/open.ts'
import type { DatabaseConfig } from '../../support/databases.ts'
import { fillOrders } from '../../support/fill-orders.ts'
import { startPostgres } from '../../support/postgres.ts'
import { median, table } from '../statistics.ts'

const kinds = ['SQLite', 'Postgres'] as const
type Kind = (typeof kinds)[number]

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    database: { type: 'string' },
    buyers: { type: 'string', default: '2000' },
    help: { type: 'boolean', short: 'h' },
  },
})
const sizes = values.sizes.split(',').map(Number)
const usage = `npm run bench -- scale [--sizes 1000,100000,1000000] [--database SQLite|Postgres] [--buyers 2000]

Fills databases with made-up orders, some minutes for a million, and prints the median and the 99th percentile of each
operation, how they grow, rates and memory. Then lets that many buyers press at the same moment while other work takes both
processors, with two servers; 0 leaves this out. Leave the machine alone meanwhile.`
const buyers = Number(values.buyers)
if (values.help || !sizes.every((size) => size >= 1000) || !(buyers >= 0)) {
  console.log(usage)
  process.exit(values.help ? 0 : 2)
}

interface Measured {
  /** In ms, by operation. */
  times: Record<string, number[]>
  rates: Record<string, number>
  /** MiB. */
  memory: number
}

/** Runs a file of this folder in a process of its own. @returns what it printed as JSON */
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
const tenths = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
const p99 = (times: number[]) =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN

async function fill(place: DatabaseConfig, size: number): Promise<void> {
  const database = openDatabase(place, undefined, { statementLimitMs: 0 })
  const begun = performance.now()
  await migrate(database)
  await fillOrders(database, size, Date.now(), (filled) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${whole(filled)} orders`)
  })
  await database.destroy()
  console.error(`\rFilled ${whole(size)} orders in ${Math.round((performance.now() - begun) / 1000)} s.`)
}

function report(kind: Kind, measured: Measured[]): void {
  const cell = (times: number[] = []) => `${tenths(median(times))} / ${tenths(p99(times))}`
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
    ['memory, MiB', ...measured.map(({ memory }) => Math.round(memory))],
  ]
  console.log(`\n${table(['', ...sizes.map(whole)], others)}`)
}

const folder = mkdtempSync(path.join(tmpdir(), 'scale-'))
const postgres = values.database === 'SQLite' ? null : await startPostgres()
const newDatabase = async (kind: Kind) => (kind === 'Postgres' && postgres ? postgres.createDatabase() : null)
const newPlace = (kind: Kind, databaseUrl: string | null) => ({
  dataDir: mkdtempSync(path.join(folder, `${kind}-`)),
  databaseUrl,
})
try {
  for (const kind of kinds.filter((kind) => (values.database ?? kind) === kind)) {
    const measured: Measured[] = []
    for (const size of sizes) {
      const dataDir = mkdtempSync(path.join(folder, `${kind}-`))
      const place = {
        dataDir,
        databaseUrl: kind === 'Postgres' && postgres ? await postgres.createDatabase() : null,
      }
      await fill(place, size)
      measured.push(await run<Measured>('measure-history.ts', JSON.stringify(place)))
      rmSync(place.dataDir, { recursive: true, force: true })
    }
    report(kind, measured)
    if (buyers > 0) {
      const place = newPlace(kind, await newDatabase(kind))
      await fill(place, 1000)
      console.log(
        `\n${whole(buyers)} buyers at once:`,
        await run('crowd.ts', JSON.stringify(place), String(buyers)),
      )
    }
  }
} finally {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}
