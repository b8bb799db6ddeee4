// `npm test -- fuzz` sends requests of every kind to the real server, over real connections. No request may crash the
// process, get status 500, or leak memory.
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { type DatabaseKind, readOptions } from '../harness/options.ts'
import { residentMegabytes } from '../harness/process-memory.ts'
import { choicesOf } from '../harness/random.ts'
import { createTestDatabases, type TestDatabases } from '../harness/test-databases.ts'
import { exchange } from './requests.ts'
import { type Exchange, send } from './send.ts'
import { startTarget } from './target.ts'

/**
 * The maximum growth in MB from the first third of the requests to the last, for any number of requests. V8 frees memory
 * late, so the limit is high. A leak of 2 KB a request exceeds it after 100,000 requests.
 */
const maxGrowth = 150

/**
 * The longest time until an answer begins, in ms. A sandbox page waits up to 10 s for its webhook, and a busy machine is slow, so
 * only a server that stands still exceeds it. The report names the slowest request.
 */
const maxAnswerMs = 30_000

const help = `npm test -- fuzz --requests N [--seed S] [--database sqlite|postgres|both]

Sends N requests (20000 by default, divided between the databases) to the real server: every address, method and kind of
body, headers and encodings, download tokens, signed events with absurd objects, and bytes that are not HTTP.
Some bodies are as large as possible, some stop before their end. The report has the slowest answer.
Fails if the server crashes, answers 500, does not answer a well-formed request within ${maxAnswerMs / 1000} s, or grows by more than
${maxGrowth} MB after its first third of the requests.

--seed S   Repeat the requests of an earlier run. A failed run prints its seed.
`

/** The number of requests in flight at the same time. */
const lanes = 48
/** A run stops after this number of failures. More would only repeat them. */
const maxFailures = 10

const options = readOptions({
  count: { name: 'requests', default: 20_000 },
  help,
})
const repeat = `npm test -- fuzz --requests ${options.count} --seed ${options.seed}`

interface Result {
  requests: number
  statuses: Map<number, number>
  failures: string[]
  memory: string[]
  /** The slowest answer to a complete request. */
  slowest: { ms: number; about: string }
}

/** The beginning of the request, as readable text. */
const excerpt = ({ bytes }: Exchange) => JSON.stringify(bytes.subarray(0, 700).toString('latin1'))

async function attack(testDatabases: TestDatabases, database: DatabaseKind, count: number): Promise<Result> {
  const target = await startTarget(testDatabases, database)
  const { servers } = target
  const result: Result = {
    requests: 0,
    statuses: new Map(),
    failures: [],
    memory: [],
    slowest: { ms: 0, about: '' },
  }
  const ports = {
    stripe: Number(new URL(servers.stripe.url).port),
    sandbox: Number(new URL(servers.sandbox.url).port),
  }
  const fail = (what: string) => result.failures.push(`${database}: ${what}`)
  const ended = () => Object.values(servers).some(({ child }) => child.exitCode !== null || child.signalCode)
  const peaks = { stripe: [0, 0, 0], sandbox: [0, 0, 0] }
  const sample = () => {
    if (ended()) return
    const third = Math.min(2, Math.floor((result.requests / count) * 3))
    for (const name of ['stripe', 'sandbox'] as const) {
      const now = residentMegabytes(servers[name].child.pid ?? 0)
      peaks[name][third] = Math.max(peaks[name][third] ?? 0, now)
    }
  }

  // Each choice is drawn when a request is made, so 48 lanes never change the choices of a request.
  const draws = fc.sample(fc.gen(), {
    seed: options.seed,
    numRuns: count,
  })
  let next = 0
  const lane = async () => {
    while (result.requests < count && result.failures.length < maxFailures && !ended()) {
      const number = next++
      const draw = draws[number]
      if (!draw) return
      const sent = exchange(choicesOf(draw), target)
      result.requests += sent.requests
      const { statuses, firstByteMs, late } = await send(sent, ports[sent.server])
      const about = `request ${number}, ${sent.server}: ${sent.label}\n  ${excerpt(sent)}`
      for (const status of statuses) result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1)
      if (statuses.includes(500)) fail(`500 for ${about}`)
      if (late) fail(`the connection stayed open for a minute: ${about}`)
      if (!sent.stalls && firstByteMs !== null && firstByteMs > result.slowest.ms)
        result.slowest = { ms: firstByteMs, about }
      if (!sent.stalls && firstByteMs !== null && firstByteMs > maxAnswerMs)
        fail(`the answer took ${Math.round(firstByteMs)} ms: ${about}`)
      if (sent.answered && statuses.every((status) => status < 200)) fail(`no answer for ${about}`)
    }
  }
  const running = Promise.all(Array.from({ length: lanes }, lane))
  let done = false
  void running.then(() => {
    done = true
  })
  for (let reportedAt = Date.now(); !done; await pause(250)) {
    sample()
    if (Date.now() - reportedAt < 10_000) continue
    reportedAt = Date.now()
    const now = Object.entries(peaks).map(([name, mb]) => `${name} ${Math.max(...mb)} MB`)
    console.log(`  ${database}: ${result.requests} of ${count} requests, ${now.join(', ')}`)
  }
  await running
  sample()

  for (const [name, server] of Object.entries(servers)) {
    if (server.child.exitCode !== null || server.child.signalCode)
      fail(`the ${name} server ended:\n${server.output().slice(-4000)}`)
    else if (!(await fetch(`${server.url}/healthz`)).ok) fail(`/healthz of the ${name} server fails`)
    const crashed = server.output().match(/.*"event":"(?:request crashed|unhandled[^"]*|uncaught[^"]*)".*/)
    if (crashed) fail(`the ${name} server's log: ${crashed[0].slice(0, 700)}`)
  }
  for (const [name, [first = 0, , last = 0]] of Object.entries(peaks)) {
    result.memory.push(`${database} ${name} ${first} → ${last} MB`)
    if (last - first > maxGrowth) fail(`the ${name} server grew from ${first} to ${last} MB`)
  }
  for (const { name, code } of await target.stop()) {
    if (code !== 0) fail(`the ${name} server stopped with exit code ${code}`)
  }
  return result
}

console.log(`fuzz: ${options.count} requests, seed ${options.seed}, ${options.databases.join(' and ')}`)
const start = Date.now()
const testDatabases = createTestDatabases()
const total = {
  requests: 0,
  statuses: new Map<number, number>(),
  failures: [] as string[],
  memory: [] as string[],
  slowest: [] as string[],
}
try {
  const each = Math.ceil(options.count / options.databases.length)
  // Both databases run at the same time, because a run mostly waits for requests that stop before their end.
  const runs = options.databases.map(async (database) => {
    const result = await attack(testDatabases, database, each)
    total.requests += result.requests
    total.failures.push(...result.failures)
    total.memory.push(...result.memory)
    const { ms, about } = result.slowest
    total.slowest.push(`${database} ${Math.round(ms)} ms, ${about.slice(0, 200)}`)
    for (const [status, count] of result.statuses)
      total.statuses.set(status, (total.statuses.get(status) ?? 0) + count)
  })
  await Promise.all(runs)
} finally {
  await testDatabases.remove()
}
const answers = [...total.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
for (const failure of total.failures) console.error(`\n${failure}`)
console.log(`
answers   ${answers.join(', ')}
memory    ${total.memory.join(', ')} (peaks of the first and last thirds)
slowest   ${total.slowest.join('\n          ')}
fuzz: ${total.requests} requests in ${Math.round((Date.now() - start) / 1000)} s, ${total.failures.length} failures, seed ${options.seed}`)
if (total.failures.length > 0) console.error(`Repeat it with: ${repeat}`)
process.exit(total.failures.length > 0 ? 1 : 0)
