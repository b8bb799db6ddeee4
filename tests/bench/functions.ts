import { Agent, request } from 'node:http'
import { functions } from '../../contract/paths.ts'
import { startServer, temporaryDirectory } from '../support/server-process.ts'
import { hammering } from './throughput.ts'

/** One answer's time, in ms. @throws on any answer that is not a success */
function ask(agent: Agent, url: URL, index: number, body?: string): Promise<number> {
  const from = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method: body ? 'POST' : 'GET',
      headers: {
        // Another buyer each time: the limits count clients.
        'x-forwarded-for': `10.1.${index >> 8}.${index & 255}`,
        ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      },
    })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - from)
        else reject(new Error(`${url.pathname} answered ${answer.statusCode}`))
      })
    })
    sent.end(body)
  })
}

/** The time that 99 of 100 answers keep within. */
function p99(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

/**
 * The whole shop on one processor, with orders on SQLite, while wrk asks for the home page as fast as it is
 * answered: the 99th percentile, in ms, of starting a checkout and of reading the offer, 10 of each per second.
 */
export async function functionsUnderLoad(count: number): Promise<{ checkout: number; offer: number }> {
  const data = temporaryDirectory()
  const server = await startServer(data.path, { TRUST_PROXY: '1' })
  const agent = new Agent({ keepAlive: true })
  const times = { checkout: [] as number[], offer: [] as number[] }
  const stop = hammering(`${server.url.replace('localhost', '127.0.0.1')}/`, server.child.pid ?? 0)
  try {
    for (let index = 0; index < count; index++) {
      const buyer = JSON.stringify({ name: 'A Buyer', email: `buyer-${index}@example.com` })
      times.offer.push(await ask(agent, new URL(functions.offer, server.url), index))
      times.checkout.push(await ask(agent, new URL(functions.createCheckout, server.url), index, buyer))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    stop()
    agent.destroy()
    server.child.kill('SIGTERM')
    await server.ended
    data.remove()
  }
  return { checkout: p99(times.checkout), offer: p99(times.offer) }
}
