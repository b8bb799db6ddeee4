import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { pages } from '../../contract/paths.ts'
import { isInstalled, proxies, startProxy } from '../support/proxies.ts'
import { startServer, temporaryDirectory } from '../support/server-process.ts'
import { type Answer, attacked, checkOut, clientAddress, type Door, send } from '../support/stranger.ts'
import type { Attack } from './attacker.ts'
import type { Figure } from './limits.ts'

/** How long each attack is measured, in ms. */
const length = 8000
/** An answer that takes longer counts as none. In ms. */
const longest = 10_000

let clients = 100
/** Lets another client act at each interval, whether the earlier ones have ended or not. @returns for each answer, whether it is good, and after how many ms */
async function repeat(intervalMs: number, act: (client: string) => Promise<Answer>) {
  const answers: Promise<{ status: number; tookMs: number }>[] = []
  const late = () => pause(longest, { status: 0, tookMs: longest }, { ref: false })
  for (const end = performance.now() + length; performance.now() < end; await pause(intervalMs))
    answers.push(Promise.race([act(clientAddress(clients++)), late()]))
  return Promise.all(answers)
}

/** What others feel while one client attacks an address. */
async function feel(way: string, attack: Attack): Promise<Figure[]> {
  const { door, address } = attack
  const attacker = fork(new URL('attacker.ts', import.meta.url), [JSON.stringify(attack)])
  // Otherwise the attacker, which has a machine of its own in real life, takes the processor from the shop.
  setPriority(attacker.pid ?? 0, constants.priority.PRIORITY_LOW)
  await pause(1000)
  const [views, checkouts] = await Promise.all([
    repeat(50, (client) => send(door, client, pages.home)),
    repeat(500, (client) => checkOut(door, client, `buyer-${client}@example.com`)),
  ])
  attacker.kill('SIGKILL')
  const times = views.map(({ status, tookMs }) => (status === 200 ? tookMs : longest)).sort((a, b) => a - b)
  const answered = checkouts.filter(({ status }) => status === 200).length
  const of = `${way}, ${address}`
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
    const [data, ofProxy] = [temporaryDirectory(), temporaryDirectory()]
    const shop = await startServer(data.path, { TRUST_PROXY: proxy ? '1' : '0' })
    const port = Number(new URL(shop.url).port)
    const running = proxy && (await startProxy(proxy, ofProxy.path, port))
    const door: Door = running?.door ?? { port, tlsName: null }
    for (const [n, address] of attacked.entries())
      figures.push(...(await feel(way, { door, client: clientAddress(n), address })))
    await running?.stop()
    shop.child.kill('SIGTERM')
    await shop.ended
    data.remove()
    ofProxy.remove()
  }
  return figures
}
