// 2,000 buyers who press at the same moment, while other work takes both processors: `node crowd.ts '{"databaseUrl":…}'`. Two
// servers of one shop answer them. Prints how many got which answer, and when, as JSON.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { functions } from '../../../contract/paths.ts'
import { type ServerProcess, startServer } from '../../support/server-process.ts'

const place: { dataDir: string; databaseUrl: string | null } = JSON.parse(process.argv[2] ?? '')
const buyers = Number(process.argv[3] ?? 2000)
const busy = process.argv[4] !== 'idle'
const processes = Number(process.argv[5] ?? 2)
const env = {
  TRUST_PROXY: '1',
  LINK_SECRET: 'a secret of the benchmark with forty-five letters',
  ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
}
const servers: ServerProcess[] = []
for (let count = 0; count < processes; count++) servers.push(await startServer(place.dataDir, env))
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
      'x-forwarded-for': `10.1.${buyer >> 8}.${buyer & 255}`,
    },
    body: JSON.stringify({ name: 'Ada', email: `crowd-${process.pid}-${buyer}@example.com` }),
  }).catch(() => null)
  await answer?.arrayBuffer()
  const seconds = (performance.now() - begun) / 1000
  return { status: answer?.status ?? 0, seconds, retryAfter: answer?.headers.get('retry-after') ?? null }
}

const begun = performance.now()
const answers = await Promise.all(Array.from({ length: buyers }, (_, buyer) => press(buyer)))
const seconds = (performance.now() - begun) / 1000
for (const loop of busyLoops) loop.kill()
const statuses: Record<string, number> = {}
for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
const early = answers.filter((answer) => answer.seconds <= 10)
const times = answers.map((answer) => answer.seconds).sort((a, b) => a - b)
const memory = servers.map(({ child }) => {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024)
})
for (const { child, ended } of servers) {
  child.kill('SIGTERM')
  await ended
}
console.log(
  JSON.stringify({
    statuses,
    'answered within 10 s': early.length,
    'of these with 200': early.filter(({ status }) => status === 200).length,
    'without Retry-After though 503': answers.filter((one) => one.status === 503 && !one.retryAfter).length,
    median: times[times.length >> 1],
    last: times.at(-1),
    perSecond: (statuses[200] ?? 0) / seconds,
    'most memory, MiB': memory,
  }),
)
process.exit(0)
