// `npm test -- simulate` runs the whole shop in one process. fast-check controls its clock, provider, mail and randomness.
// After each step, the simulation compares the shop with a simple model of what the shop should know and do.
import fc from 'fast-check'
import { type DatabaseKind, readOptions } from '../harness/options.ts'
import { choicesOf } from '../harness/random.ts'
import { createTestDatabases, type TestDatabases } from '../harness/test-databases.ts'
import { runStory } from './run-story.ts'
import { openTestBed } from './shop-process.ts'

// A story starts from an empty shop. Its steps are buyers and double clicks, events that arrive twice, late, in any order or never,
// bank transfers, partial refunds that may fail, disputes, timeouts, saved errors, a failing mail server, forged events, events of
// other products, and crashes between any two statements. After each step, the orders, seats, offer, downloads and mails are compared
// with the model. At the end, the shop must know everything that the provider knows. A failure is shrunk to a shorter story.
//
// --stories N, --seed S, --database sqlite|postgres, and --only I: only story I of the seed. On SQLite, a seed gives the same steps
// each time. On Postgres, simultaneous requests may run in another order.

const options = readOptions('stories', 300)

/** How many shorter stories are tried after a failure. One takes about 0.2 s. */
const maxShrinks = 300

/** @returns what ends the program with a failure, or null */
async function runStories(testDatabases: TestDatabases, database: DatabaseKind): Promise<string | null> {
  const testBed = await openTestBed(await testDatabases.create(database))
  const total = { stories: 0, steps: 0, crashes: 0 }
  let report: string[] = []
  let reportedAt = Date.now()
  const property = fc.asyncProperty(fc.limitShrink(fc.gen(), maxShrinks), async (draw) => {
    const story = await runStory(testBed, choicesOf(draw)).catch((error) => ({
      steps: 0,
      crashes: 0,
      report: [String(error?.stack ?? error)],
    }))
    total.stories++
    total.steps += story.steps
    total.crashes += story.crashes
    if (Date.now() - reportedAt > 10_000) {
      reportedAt = Date.now()
      const what = report.length > 0 ? 'stories, the failed one gets shorter' : `of ${options.count} stories`
      console.log(`  ${database}: ${total.stories} ${what}`)
    }
    // The last story that fails is the shortest one.
    if (story.report.length > 0) report = story.report
    return story.report.length === 0
  })
  const { seed, only, count } = options
  const which = only === null ? { numRuns: count } : { numRuns: 1, path: String(only) }
  const details = await fc.check(property, { seed, ...which })
  await testBed.shop.database.destroy()
  console.log(
    `${database.padEnd(9)} ${total.stories} stories, ${total.steps} steps, ${total.crashes} crashes`,
  )
  if (!details.failed) return null
  // The rest of the path cannot be repeated: the choices of a shorter story depend on what the shop did.
  const story = details.counterexamplePath?.split(':')[0]
  const repeat = `npm test -- simulate --seed ${seed} --only ${story} --database ${database}`
  return `${database}, after ${details.numShrinks} shorter stories:\n  ${report.join('\n  ')}\nRepeat it with: ${repeat}`
}

const stories = options.only === null ? `${options.count} stories` : `story ${options.only}`
console.log(`simulate: ${stories}, seed ${options.seed}, ${options.databases.join(' and ')}`)
const start = Date.now()
const testDatabases = createTestDatabases()
let failures = 0
try {
  for (const database of options.databases) {
    const failure = await runStories(testDatabases, database)
    if (failure === null) continue
    failures++
    console.error(`\n${failure}`)
  }
} finally {
  await testDatabases.remove()
}
const seconds = Math.round((Date.now() - start) / 1000)
console.log(`simulate: ${stories} in ${seconds} s, ${failures} failures, seed ${options.seed}`)
process.exit(failures > 0 ? 1 : 0)
