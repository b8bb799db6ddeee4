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
const servers: ServerProcess[] = []
for (let count = 0; count < processes; count++) servers.push(await startBenchServer(config))
const busyLoops: ChildProcess[] = busy ? [0, 1].map(() => spawn(process.execPath, ['-e', 'for (;;);'])) : []
await pause(500)

interface Answered {
  status: number
  seconds: number
  retryAfter: string | null
}

async function press(buyer: number): Promise<Answered> {
  const begun = performance.now()
  const server = servers[buyer % servers.length]
  const answer = await fetch(server?.url + functions.createCheckout, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': addressOf(buyer),
    },
    body: buyerOf(buyer),
  }).catch(() => null)
  await answer?.arrayBuffer()
  const seconds = (performance.now() - begun) / 1000
  return { status: answer?.status ?? 0, seconds, retryAfter: answer?.headers.get('retry-after') ?? null }
}

const begun = performance.now()
const answers = await Promise.all(Array.from({ length: buyers }, (_, buyer) => press(buyer)))
const seconds = (performance.now() - begun) / 1000
const statuses: Record<string, number> = {}
for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
const early = answers.filter((answer) => answer.seconds <= 10)
const times = answers.map((answer) => answer.seconds).sort((a, b) => a - b)
const memory = servers.map(({ child }) => memoryOf(child.pid).peak)

/** The times of checkouts that do not have to wait, in s. */
const unqueuedTimes: number[] = []
let next = buyers
const since = performance.now()
const lane = async () => {
  while (performance.now() - since < unqueuedSeconds * 1000) {
    const { status, seconds } = await press(next++)
    if (status === 200) unqueuedTimes.push(seconds)
  }
}
await Promise.all(Array.from({ length: concurrentCheckouts * processes }, lane))
for (const loop of busyLoops) loop.kill()
for (const server of servers) await stopServer(server)
console.log(
  JSON.stringify({
    statuses,
    'answered within 10 s': early.length,
    'of these with 200': early.filter(({ status }) => status === 200).length,
    '503 without Retry-After': answers.filter((answer) => answer.status === 503 && !answer.retryAfter).length,
    median: times[times.length >> 1],
    last: times.at(-1),
    perSecond: (statuses[200] ?? 0) / seconds,
    'peak memory, MiB': memory,
    'p99 without waiting, s': quantile(unqueuedTimes, 0.99),
  }),
)
process.exit(0)
