// Measures the memory of a server under three loads: `node memory.ts '{"dataDir":…,"databaseUrl":…}' 200000`. Prints MiB as JSON.
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { functions } from '../../../contract/paths.ts'
import type { ServerProcess } from '../../support/server-process.ts'
import { addressOf, buyerOf, memoryOf, startBenchServer, stopServer } from './bench-server.ts'

const config = JSON.parse(process.argv[2] ?? '')
const malformed = Number(process.argv[3] ?? 200_000)
const checkoutsPerSecond = 300
const checkoutSeconds = 15
const stalled = 1000

const json = { 'content-type': 'application/json' }
/** Headers with an invalid signature in the right format. */
const forged = () => ({
  ...json,
  'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
})

type RequestParts = [method: string, path: string, headers: Record<string, string>, body: string]
const requests: ((number: number) => RequestParts)[] = [
  () => ['POST', functions.paymentWebhook, json, '{"id":"evt"}'],
  () => ['POST', functions.paymentWebhook, forged(), `{"id":"evt","note":"${'x'.repeat(2000)}"}`],
  () => ['POST', functions.createCheckout, json, '{"name":'],
  () => ['POST', functions.createCheckout, { 'content-type': 'text/plain' }, 'a=1'],
  () => [
    'POST',
    functions.createCheckout,
    { 'content-type': 'application/x-www-form-urlencoded' },
    'name=Ada',
  ],
  () => ['POST', functions.resendLink, json, '{"token":12}'],
  (number) => ['GET', functions.download(`${'x'.repeat(50)}${number}`), {}, ''],
  () => ['PUT', functions.createCheckout, json, 'x'],
  (number) => ['GET', `/nothing/${number}`, {}, ''],
]

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const send = (server: ServerProcess, client: number, [method, path, headers, body]: RequestParts) =>
  new Promise<number>((resolve) => {
    const sent = request(
      server.url.replace('localhost', '127.0.0.1') + path,
      { method, agent, headers: { ...headers, 'x-forwarded-for': addressOf(client) } },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    )
    sent.on('error', () => resolve(0)).end(body)
  })

/** Runs a load on a new server. */
async function measure(load: (server: ServerProcess) => Promise<Record<string, number>>) {
  const server = await startBenchServer(config)
  await pause(1000)
  const { now: before } = memoryOf(server.child.pid)
  const result = await load(server)
  const { peak } = memoryOf(server.child.pid)
  await stopServer(server)
  return { before, peak, grown: peak - before, ...result }
}

async function sendMalformed(server: ServerProcess) {
  let number = 0
  const lane = async () => {
    while (number < malformed) {
      const parts = requests[number % requests.length]?.(number)
      if (parts) await send(server, number++, parts)
    }
  }
  await Promise.all(Array.from({ length: 64 }, lane))
  return { requests: number }
}

async function sendCheckouts(server: ServerProcess) {
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  const answers: Promise<number>[] = []
  while (seconds() < checkoutSeconds) {
    while (answers.length < seconds() * checkoutsPerSecond) {
      const client = answers.length
      answers.push(send(server, client, ['POST', functions.createCheckout, json, buyerOf(client)]))
    }
    await pause(5)
  }
  const statuses = await Promise.all(answers)
  const opened = statuses.filter((status) => status === 200).length
  return { sent: answers.length, opened, perSecond: Math.round(opened / seconds()) }
}

/** Sends bodies of 1 MiB without their last byte. */
async function sendStalled(server: ServerProcess) {
  const { port } = new URL(server.url)
  const head = [
    `POST ${functions.paymentWebhook} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries({ ...forged(), 'content-length': 1024 * 1024 }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
  ]
  const sockets = await Promise.all(
    Array.from({ length: stalled }, async () => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
      await once(socket, 'connect')
      socket.resume().write(`${head.join('\r\n')}\r\n\r\n`)
      socket.write(Buffer.alloc(1024 * 1024 - 1, 'x'))
      return socket
    }),
  )
  await pause(7000)
  for (const socket of sockets) socket.destroy()
  return { bodies: stalled }
}

console.log(
  JSON.stringify({
    malformed: await measure(sendMalformed),
    stalled: await measure(sendStalled),
    checkouts: await measure(sendCheckouts),
  }),
)
process.exit(0)
