// `npm test -- fuzz` sends requests of every kind to the real server, over real connections. No request may crash the process or get
// status 500, and each complete one gets an answer.
import { connect } from 'node:net'
import fc from 'fast-check'
import { type DatabaseKind, readOptions } from '../harness/options.ts'
import { createTestDatabases, type TestDatabases } from '../harness/test-databases.ts'
import { type Exchange, exchanges } from './requests.ts'
import { startTarget, type Target } from './target.ts'

/**
 * The longest exchange, in ms. A sandbox page waits up to 10 s for its webhook, and a busy machine is slow, so only a server that
 * stands still exceeds it.
 */
const maxMs = 30_000
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

/** Sends an exchange over a new connection. @returns the statuses of the answers, and whether the connection stayed open for too long */
async function send(
  { bytes, hangUpAfter }: Exchange,
  port: number,
): Promise<{ statuses: number[]; late: boolean }> {
  const signal = AbortSignal.timeout(hangUpAfter ?? maxMs)
  const socket = connect({ port, host: '127.0.0.1', signal }).setEncoding('latin1')
  // Do not end the sending side. The server would assume that the client has closed the connection.
  socket.write(bytes)
  let text = ''
  try {
    for await (const chunk of socket) text += chunk
  } catch {
    // The server or the signal ended the connection. What came before still counts.
  }
  const lines = text.matchAll(/(?:^|[^ ])HTTP\/1\.1 (\d{3}) [A-Z]/g)
  return {
    statuses: [...lines].map(([, status]) => Number(status)),
    late: signal.aborted && hangUpAfter === undefined,
  }
}

const statuses = new Map<number, number>()
const failures: string[] = []
let requests = 0

async function attack(testDatabases: TestDatabases, database: DatabaseKind, count: number): Promise<void> {
  const target = await startTarget(testDatabases, database)
  const servers = Object.entries(target.servers)
  const fail = (what: string) => failures.push(`${database}: ${what}`)
  const hasEnded = () => servers.some(([, { child }]) => child.exitCode !== null || child.signalCode)
  const source = drawn(target)
  let begun = 0
  const lane = async () => {
    while (begun < count && failures.length < maxFailures && !hasEnded()) {
      const sent = source.next().value
      const number = begun++
      const answer = await send(sent, Number(new URL(target.servers[sent.server].url).port))
      for (const status of answer.statuses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const about = `request ${number}, ${sent.server}: ${JSON.stringify(sent.bytes.subarray(0, 700).toString('latin1'))}`
      if (answer.statuses.includes(500)) fail(`500 for ${about}`)
      if (answer.late) fail(`the connection stayed open for ${maxMs} ms: ${about}`)
      if (sent.hangUpAfter === undefined && answer.statuses.every((status) => status < 200))
        fail(`no answer for ${about}`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  requests += begun

  for (const [name, server] of servers) {
    if (!hasEnded() && !(await fetch(`${server.url}/healthz`)).ok)
      fail(`/healthz of the ${name} server fails`)
    server.child.kill('SIGTERM')
    const code = await server.ended
    if (code !== 0) fail(`the ${name} server ended with exit code ${code}:\n${server.output().slice(-4000)}`)
    const crashed = server.output().match(/.*"event":"(?:request crashed|unhandled[^"]*|uncaught[^"]*)".*/)
    if (crashed) fail(`the ${name} server's log: ${crashed[0].slice(0, 700)}`)
  }
  await target.stop()
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
