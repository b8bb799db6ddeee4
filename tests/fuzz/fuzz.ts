// `npm test -- fuzz` sends requests of every kind to the real server, over real connections. No request may crash the process or get
// status 500, and each complete one gets an answer.
import fc from 'fast-check'
import { type DatabaseKind, readOptions } from '../harness/options.ts'
import { createTestDatabases, type TestDatabases } from '../harness/test-databases.ts'
import { exchanges } from './requests.ts'
import { type Exchange, send } from './send.ts'
import { startTarget, type Target } from './target.ts'

/**
 * The longest time until an answer begins, in ms. A sandbox page waits up to 10 s for its webhook, and a busy machine is slow, so
 * only a server that stands still exceeds it.
 */
const maxAnswerMs = 30_000
/** The number of requests in flight at the same time. */
const lanes = 48
/** A run stops after this number of failures. More would only repeat them. */
const maxFailures = 10
/** How many exchanges are drawn at once. All of them would not fit into memory. */
const batch = 500

// --requests N, divided between the databases, --seed S and --database sqlite|postgres.
const options = readOptions('requests', 20_000)

/** The same seed gives the same exchanges, in the same sequence. */
function* drawn(target: Target): Generator<Exchange, never> {
  for (let seed = options.seed; ; seed++) yield* fc.sample(exchanges(target), { seed, numRuns: batch })
}

const statuses = new Map<number, number>()
const failures: string[] = []
let requests = 0

async function attack(testDatabases: TestDatabases, database: DatabaseKind, count: number): Promise<void> {
  const target = await startTarget(testDatabases, database)
  const servers = Object.entries(target.servers)
  const fail = (what: string) => failures.push(`${database}: ${what}`)
  const ended = () => servers.some(([, { child }]) => child.exitCode !== null || child.signalCode)
  const source = drawn(target)
  let begun = 0
  const lane = async () => {
    while (begun < count && failures.length < maxFailures && !ended()) {
      const sent = source.next().value
      const number = begun
      begun += sent.requests
      const answer = await send(sent, Number(new URL(target.servers[sent.server].url).port))
      for (const status of answer.statuses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const excerpt = JSON.stringify(sent.bytes.subarray(0, 700).toString('latin1'))
      const about = `request ${number}, ${sent.server}: ${sent.label}\n  ${excerpt}`
      if (answer.statuses.includes(500)) fail(`500 for ${about}`)
      if (answer.late) fail(`the connection stayed open for a minute: ${about}`)
      if (!sent.stalls && (answer.firstByteMs ?? 0) > maxAnswerMs) fail(`no answer in time for ${about}`)
      if (sent.answered && answer.statuses.every((status) => status < 200)) fail(`no answer for ${about}`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  requests += begun

  for (const [name, server] of servers) {
    if (server.child.exitCode !== null || server.child.signalCode)
      fail(`the ${name} server ended:\n${server.output().slice(-4000)}`)
    else if (!(await fetch(`${server.url}/healthz`)).ok) fail(`/healthz of the ${name} server fails`)
    const crashed = server.output().match(/.*"event":"(?:request crashed|unhandled[^"]*|uncaught[^"]*)".*/)
    if (crashed) fail(`the ${name} server's log: ${crashed[0].slice(0, 700)}`)
  }
  for (const { name, code } of await target.stop()) {
    if (code !== 0) fail(`the ${name} server stopped with exit code ${code}`)
  }
}

console.log(`fuzz: ${options.count} requests, seed ${options.seed}, ${options.databases.join(' and ')}`)
const start = Date.now()
const testDatabases = createTestDatabases()
try {
  const each = Math.ceil(options.count / options.databases.length)
  // Both databases run at the same time, because a run mostly waits for requests that stop before their end.
  await Promise.all(options.databases.map((database) => attack(testDatabases, database, each)))
} finally {
  await testDatabases.remove()
}
const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
for (const failure of failures) console.error(`\n${failure}`)
const seconds = Math.round((Date.now() - start) / 1000)
console.log(`
answers   ${answers.join(', ')}
fuzz: ${requests} requests in ${seconds} s, ${failures.length} failures, seed ${options.seed}`)
if (failures.length > 0)
  console.error(`Repeat it with: npm test -- fuzz --requests ${options.count} --seed ${options.seed}`)
process.exit(failures.length > 0 ? 1 : 0)
