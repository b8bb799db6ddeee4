import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { functions, pages, securityTextPath } from '../../contract/paths.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { isInstalled, proxies, startProxy } from '../support/proxies.ts'
import { startServer, temporaryDirectory } from '../support/server-process.ts'
import { clientAddress, type Door, send } from '../support/stranger.ts'
import type { Attack } from './attacker.ts'
import type { Figure } from './limits.ts'

/** One address of each kind. */
const addresses = [
  '/healthz',
  '/readyz',
  securityTextPath,
  functions.offer,
  '/functions/v1/none',
  pages.home,
  '/none',
]
/** How long each attack is measured, in ms. */
const length = 8000
/** An answer that takes longer counts as none. In ms. */
const longest = 10_000

/** Each request comes from another address. */
let clients = 100
function visit(door: Door, path: string, post?: Parameters<typeof send>[3]) {
  const answer = send(door, clientAddress(clients++), path, post)
  return Promise.race([answer, pause(longest, { status: 0, tookMs: longest }, { ref: false })])
}
const checkOut = (door: Door) =>
  visit(door, functions.createCheckout, {
    type: 'application/json',
    body: JSON.stringify(aBuyer({ email: `buyer-${clients}@example.com` })),
  })

/** Calls `act` at each interval, whether the earlier calls have ended or not. @returns all results */
async function repeat<T>(act: () => Promise<T>, intervalMs: number): Promise<T[]> {
  const results: Promise<T>[] = []
  for (const end = performance.now() + length; performance.now() < end; await pause(intervalMs))
    results.push(act())
  return Promise.all(results)
}

/** What others feel while one client attacks an address. */
async function feel(way: string, attack: Attack): Promise<Figure[]> {
  const attacker = fork(new URL('attacker.ts', import.meta.url), [JSON.stringify(attack)])
  // Otherwise the attacker, which has a machine of its own in real life, takes the processor from the shop.
  setPriority(attacker.pid ?? 0, constants.priority.PRIORITY_LOW)
  await pause(1000)
  const [views, checkouts] = await Promise.all([
    repeat(() => visit(attack.door, pages.home), 50),
    repeat(() => checkOut(attack.door), 500),
  ])
  attacker.kill('SIGKILL')
  const times = views.map(({ status, tookMs }) => (status === 200 ? tookMs : longest)).sort((a, b) => a - b)
  const answered = checkouts.filter(({ status }) => status === 200).length
  const of = `${way}, ${attack.address}`
  return [
    [of, 'pages of others, 99 of 100 within ms', times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN],
    [of, 'checkouts of others, % answered', (answered / checkouts.length) * 100],
  ]
}

/** One client attacks each kind of address, directly and through the proxies with the files in deploy/. */
export async function attacks(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [way, proxy] of [['directly', null], ...proxies] as const) {
    if (proxy && !isInstalled(way)) continue
    const folders = [temporaryDirectory(), temporaryDirectory()] as const
    const shop = await startServer(folders[0].path, { TRUST_PROXY: proxy ? '1' : '0' })
    const port = Number(new URL(shop.url).port)
    const running = proxy && (await startProxy(proxy, folders[1].path, port))
    const door: Door = running?.door ?? { port, tlsName: null }
    for (const [n, address] of addresses.entries())
      figures.push(...(await feel(way, { door, client: clientAddress(n), address })))
    await running?.stop()
    shop.child.kill('SIGTERM')
    await shop.ended
    for (const folder of folders) folder.remove()
  }
  return figures
}
