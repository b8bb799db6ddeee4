// node tests/bench/attack.ts [--seconds 8] [--runs 3] [--way directly|nginx|caddy] [--address /healthz]
// One client attacks each kind of address, directly and through the proxies with the files in deploy/. Prints what other clients
// feel. It needs a built site, nginx and Caddy. Do not use the machine for anything else meanwhile.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { functions, pages, securityTextPath } from '../../contract/paths.ts'
import { isInstalled, proxies, startProxy } from '../support/proxies.ts'
import { startServer, temporaryDirectory } from '../support/server-process.ts'
import { clientAddress, type Door, send } from '../support/stranger.ts'
import type { Attack, Attacked } from './attacker.ts'
import { table } from './statistics.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    runs: { type: 'string', default: '1' },
    way: { type: 'string' },
    address: { type: 'string' },
  },
})
const nobody = 'none'
const addresses = [
  nobody,
  '/healthz',
  '/readyz',
  securityTextPath,
  functions.offer,
  '/functions/v1/none',
  pages.home,
  '/none',
].filter((address) => (values.address ?? address) === address)
/** An answer that takes longer counts as none. In ms. */
const longest = 10_000

/** Each request comes from another address. */
let clients = 100
async function visit(door: Door, path: string, post?: Parameters<typeof send>[3]) {
  const answer = send(door, clientAddress(clients++), path, post)
  return Promise.race([answer, pause(longest, { status: 0, tookMs: longest }, { ref: false })])
}
const checkOut = (door: Door) =>
  visit(door, functions.createCheckout, {
    type: 'application/json',
    body: JSON.stringify({ name: 'Ada Lovelace', email: `buyer-${clients}@example.com` }),
  })

/** Calls `act` at each interval for some time, whether the earlier calls have ended or not. @returns all results */
async function repeat<T>(act: () => Promise<T>, intervalMs: number, seconds: number): Promise<T[]> {
  const results: Promise<T>[] = []
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await pause(intervalMs))
    results.push(act())
  return Promise.all(results)
}

/** The processor time that a process has used, in ms. Linux counts it in hundredths of a second. */
function processorMs(pid: number): number {
  const [, , ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/\(.*\)/, '')
    .split(' ')
  return (Number(fields[10]) + Number(fields[11])) * 10
}

async function attackedBy(attack: Attack | null): Promise<{ stop(): Promise<Attacked> }> {
  if (!attack) return { stop: async () => ({ answered: 0, kilobytes: 0 }) }
  const child: ChildProcess = fork(new URL('attacker.ts', import.meta.url), [JSON.stringify(attack)])
  // Otherwise the attacker, which has a machine of its own in real life, takes the processor from the shop.
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW)
  return {
    async stop() {
      child.send('stop')
      const [result] = await once(child, 'message')
      child.kill('SIGKILL')
      return result as Attacked
    },
  }
}

const percentile99 = (sorted: number[]) => sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
const seconds = Number(values.seconds)
const rows: (string | number)[][] = []
const ways = [['directly', null], ...proxies] as const
for (const [way, proxy] of ways.filter(([name]) => (values.way ?? name) === name)) {
  if (proxy && !isInstalled(way)) continue
  const folders = [temporaryDirectory(), temporaryDirectory()] as const
  const shop = await startServer(folders[0].path, { TRUST_PROXY: proxy ? '1' : '0' })
  const port = Number(new URL(shop.url).port)
  const running = proxy && (await startProxy(proxy, folders[1].path, port))
  const door: Door = running?.door ?? { port, tlsName: null }
  for (const [n, address] of addresses.entries())
    for (let run = 0; run < Number(values.runs); run++) {
      const client = clientAddress(n * Number(values.runs) + run)
      const attacker = await attackedBy(address === nobody ? null : { door, client, address })
      await pause(1000)
      const before = processorMs(shop.child.pid ?? 0)
      const [views, checkouts] = await Promise.all([
        repeat(() => visit(door, pages.home), 50, seconds),
        repeat(() => checkOut(door), 500, seconds),
      ])
      const processor = (processorMs(shop.child.pid ?? 0) - before) / (seconds * 10)
      const { answered, kilobytes } = await attacker.stop()
      const times = views.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
      const paid = checkouts.filter(({ status }) => status === 200).length
      rows.push([
        `${way}, ${address}`,
        ...[percentile99(times), times.at(-1) ?? 0].map(Math.round),
        `${views.filter(({ status }) => status === 200).length} of ${views.length}`,
        `${paid} of ${checkouts.length}`,
        Math.round(Math.max(...checkouts.map(({ tookMs }) => tookMs))),
        ...[processor, answered, kilobytes / (seconds + 1)].map(Math.round),
      ])
      console.error(rows.at(-1)?.join(' | '))
    }
  await running?.stop()
  shop.child.kill('SIGTERM')
  await shop.ended
  for (const folder of folders) folder.remove()
}
const heads = ['p99, ms', 'worst', 'pages 200', 'checkouts 200', 'worst, ms', 'shop, % of a core']
console.log(table(['way and attacked address', ...heads, 'attacker got', 'sent, KB/s'], rows))
