// 2,000 buyers press Continue at the same moment, while other work takes both processors: `node crowd.ts '{"databaseUrl":…}'`.
// Two servers of one shop answer them. Prints the answers and their times as JSON.
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { functions } from '../../../contract/paths.ts'
import type { ServerProcess } from '../../support/server-process.ts'
import { addressOf, buyerOf, memoryOf, quantile, startBenchServer, stopServer } from './bench-server.ts'

const config = JSON.parse(process.argv[2] ?? '')
const buyers = Number(process.argv[3] ?? 2000)
const busy = process.argv[4] !== 'idle'
const processes = Number(process.argv[5] ?? 2)
/** The number of checkouts that a server runs at the same time. With this number of buyers, nobody waits. */
const concurrentCheckouts = 12
const unqueuedSeconds = 10
/** The time limit and the number of requests after one press, as in `site/checkout/create-checkout.ts`. */
const timeoutMs = 24_000
const attempts = 5
const servers: ServerProcess[] = []
for (let count = 0; count < processes; count++) servers.push(await startBenchServer(config))
const busyLoops: ChildProcess[] = busy ? [0, 1].map(() => spawn(process.execPath, ['-e', 'for (;;);'])) : []
await pause(500)

interface Answer {
  status: number
  seconds: number
  /** The header Retry-After, in seconds. */
  retryAfter: number | null
}

async function send(buyer: number): Promise<Answer> {
  const begun = performance.now()
  const server = servers[buyer % servers.length]
  const answer = await fetch(server?.url + functions.createCheckout, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': addressOf(buyer),
    },
    body: buyerOf(buyer),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null)
  await answer?.arrayBuffer()
  const seconds = (performance.now() - begun) / 1000
  const retryAfter = answer?.headers.get('retry-after')
  return { status: answer?.status ?? 0, seconds, retryAfter: retryAfter ? Number(retryAfter) : null }
}

/** Sends requests as the page does after one press. @returns all answers */
async function press(buyer: number): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let attempt = 1; ; attempt++) {
    const answer = await send(buyer)
    answers.push(answer)
    if (answer.status !== 503 || answer.retryAfter === null || attempt === attempts) return answers
    await pause(answer.retryAfter * 1000 * (1 + Math.random()))
  }
}

const countStatuses = (answers: Answer[]): Record<string, number> => {
  const statuses: Record<string, number> = {}
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
  return statuses
}

const begun = performance.now()
const presses = await Promise.all(Array.from({ length: buyers }, (_, buyer) => press(buyer)))
const seconds = (performance.now() - begun) / 1000
const clientSeconds = (process.cpuUsage().user + process.cpuUsage().system) / 1e6
const all = presses.flat()
const first = presses.flatMap((answers) => answers.slice(0, 1))
const last = presses.flatMap((answers) => answers.slice(-1))
const early = first.filter((answer) => answer.seconds <= 10)
const times = first.map((answer) => answer.seconds).sort((a, b) => a - b)
const memory = servers.map(({ child }) => memoryOf(child.pid).peak)

/** The times of checkouts that do not have to wait, in s. */
const unqueuedTimes: number[] = []
let next = buyers
const since = performance.now()
const lane = async () => {
  while (performance.now() - since < unqueuedSeconds * 1000) {
    const { status, seconds } = await send(next++)
    if (status === 200) unqueuedTimes.push(seconds)
  }
}
await Promise.all(Array.from({ length: concurrentCheckouts * processes }, lane))
for (const loop of busyLoops) loop.kill()
for (const server of servers) await stopServer(server)
console.log(
  JSON.stringify({
    'first answers': countStatuses(first),
    'within 10 s': countStatuses(early),
    'after the retries of the page': countStatuses(last),
    '503 without Retry-After': all.filter((one) => one.status === 503 && one.retryAfter === null).length,
    'first answer: median, last, s': [times[times.length >> 1], times.at(-1)],
    'until everybody has an answer, s': seconds,
    'processor time of the clients, s': clientSeconds,
    'peak memory, MiB': memory,
    'p99 without waiting, s': quantile(unqueuedTimes, 0.99),
  }),
)
process.exit(0)
