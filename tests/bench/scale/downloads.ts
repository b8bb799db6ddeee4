// Runs 300 downloads at the same time, and stops the server while some clients are slow: `node downloads.ts`. Prints as JSON how
// long other visitors wait, in ms, the memory in MiB, and how long the stop takes.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { functions } from '../../../contract/paths.ts'
import { migrate } from '../../../server/database/migrate.ts'
import { openDatabase } from '../../../server/database/open.ts'
import { signLink } from '../../../server/downloads/link.ts'
import { storeOrder } from '../../support/orders.ts'
import { startSmtp } from '../../support/smtp.ts'
import { startStripeStandIn } from '../../support/stripe-stand-in.ts'
import { addressOf, linkSecret, memoryOf, quantile, startBenchServer } from './bench-server.ts'

const downloads = 300
const archiveBytes = 60 * 1024 * 1024
const seconds = 15

async function openDownload(port: number, link: string, client: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const lines = [
    `POST ${functions.download(link)} HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-For: ${addressOf(client)}`,
    'Content-Length: 0',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return socket
}

/** Reads the downloads. This runs in a separate thread, because it must not delay the measured visitor. */
async function readDownloads({ port, link }: { port: number; link: string }): Promise<void> {
  for (let client = 0; client < downloads; client++) (await openDownload(port, link, client)).resume()
}

async function measure() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'downloads-'))
  const kit = path.join(dataDir, 'kit.zip')
  writeFileSync(kit, Buffer.alloc(archiveBytes, 'x'))
  const database = openDatabase({ dataDir, databaseUrl: null })
  await migrate(database)
  const orderId = await storeOrder(database, { provider: 'stripe', livemode: 1, session_id: 'cs_1' })
  await database.destroy()
  const link = signLink({ orderId, expiresAt: Date.now() + 3_600_000 }, linkSecret)
  const [stripe, smtp] = [await startStripeStandIn({ live: true }), await startSmtp()]
  const { url, child, ended, output } = await startBenchServer(
    { dataDir, databaseUrl: null },
    {
      PUBLIC_URL: 'https://shop.example',
      ...stripe.env,
      MAIL_FROM: 'kit@shop.example',
      SELLER_EMAIL: 'seller@shop.example',
      SMTP_URL: smtp.url,
      KIT_FILE: kit,
    },
  )
  const port = Number(new URL(url).port)
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const visit = async () => {
    const begun = performance.now()
    const [answer] = await once(
      request({ host: '127.0.0.1', port, path: functions.offer, agent }).end(),
      'response',
    )
    await once(answer.resume(), 'end')
    times.push(performance.now() - begun)
  }
  const readers = new Worker(import.meta.filename, { workerData: { port, link } })
  const begun = performance.now()
  while (performance.now() - begun < seconds * 1000) {
    await visit()
    await pause(20)
  }
  const { peak } = memoryOf(child.pid)
  await readers.terminate()

  // One client does not read its download, and one sends only half of its form.
  const reader = await openDownload(port, link, 1)
  await once(reader, 'readable')
  const half = connect(port, '127.0.0.1').on('error', () => {})
  half.write(`POST ${functions.createCheckout} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{`)
  await pause(500)
  const stopping = performance.now()
  child.kill('SIGTERM')
  const code = await ended
  if (code !== 0) throw new Error(`The server ended with ${code}:\n${output().slice(-2000)}`)
  for (const socket of [reader, half]) socket.destroy()
  const stop = (performance.now() - stopping) / 1000
  rmSync(dataDir, { recursive: true })
  return {
    visits: times.length,
    median: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    'peak memory, MiB': peak,
    'stop, s': stop,
  }
}

if (isMainThread) {
  console.log(JSON.stringify(await measure()))
  process.exit(0)
} else await readDownloads(workerData)
