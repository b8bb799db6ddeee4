// `npm test -- simulate` runs the whole shop in one process. A seed controls its clock, provider, mail and randomness. After
// each step, it compares the shop with a simple model of what the shop should know and do.
import { type DatabaseKind, readOptions } from '../harness/options.ts'
import { createTestDatabases, type TestDatabases } from '../harness/test-databases.ts'
import { runSeed } from './run-seed.ts'
import { openTestBed } from './shop-process.ts'

const help = `npm test -- simulate --seeds N [--seed S] [--database sqlite|postgres|both]

Runs N seeds (300 by default), each from an empty shop and on both databases. The steps of a seed are buyers and double
clicks, events that arrive twice, late, in any order or never, bank transfers, partial refunds that may fail, disputes,
timeouts, saved errors, a failing mail server, a clock that jumps, forged events, events of other products, and crashes
between any two statements.

After each step, it compares the orders, seats, offer, downloads and mails with a simple model. At the end, the shop must
know everything that the provider knows. A failure prints its seed and its steps.

--seed S   The first seed. Without --seeds, only this seed runs. On SQLite, every step is the same each time. On Postgres,
           simultaneous requests may run in another order.
`

const options = readOptions({ count: { name: 'seeds', default: 300 }, help, countWithSeed: 1 })

async function runSeeds(
  testDatabases: TestDatabases,
  database: DatabaseKind,
): Promise<{ steps: number; crashes: number; failed: number[] }> {
  const testBed = await openTestBed(await testDatabases.create(database))
  const total = { steps: 0, crashes: 0, failed: [] as number[] }
  let reportedAt = Date.now()
  for (let index = 0; index < options.count && total.failed.length < 3; index++) {
    const seed = options.seed + index
    const { steps, crashes, report } = await runSeed(testBed, seed).catch((error) => ({
      steps: 0,
      crashes: 0,
      report: [String(error?.stack ?? error)],
    }))
    total.steps += steps
    total.crashes += crashes
    if (report.length > 0) {
      total.failed.push(seed)
      console.error(`\n${database}, seed ${seed}:\n  ${report.join('\n  ')}`)
      console.error(`Repeat it with: npm test -- simulate --seed ${seed} --database ${database}`)
    }
    if (Date.now() - reportedAt < 10_000) continue
    reportedAt = Date.now()
    console.log(`  ${database}: ${index + 1} of ${options.count} seeds, ${total.steps} steps`)
  }
  await testBed.shop.database.destroy()
  return total
}

const last = options.seed + options.count - 1
const which = options.count === 1 ? `seed ${options.seed}` : `seeds ${options.seed} to ${last}`
console.log(`simulate: ${which}, ${options.databases.join(' and ')}`)
const start = Date.now()
const testDatabases = createTestDatabases()
let failures = 0
try {
  for (const database of options.databases) {
    const { steps, crashes, failed } = await runSeeds(testDatabases, database)
    failures += failed.length
    console.log(`${database.padEnd(9)} ${steps} steps, ${crashes} crashes, ${failed.length} seeds failed`)
  }
} finally {
  await testDatabases.remove()
}
console.log(
  `simulate: ${options.count} seeds in ${Math.round((Date.now() - start) / 1000)} s, ${failures} failures, ${which}`,
)
process.exit(failures > 0 ? 1 : 0)
