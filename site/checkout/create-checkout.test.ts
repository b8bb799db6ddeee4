import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { purchase } from '#content/purchase.ts'
import { aBuyer } from '../../tests/support/a-buyer.ts'
import { CheckoutError, createCheckout, failureMessage } from './create-checkout.ts'

const buyer = aBuyer()
let server: Server | undefined

afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
  server = undefined
})

/** Starts a shop that answers with `answer`. @returns its address */
async function shop(answer: RequestListener): Promise<string> {
  const listening = createServer(answer)
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
}

function answering(status: number, body: string, type = 'application/json') {
  return shop((_, response) => response.writeHead(status, { 'content-type': type }).end(body))
}

test('sends email and name as JSON and returns the url', async () => {
  let received: unknown
  const base = await shop(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received = [request.method, request.url, request.headers['content-type'], JSON.parse(body)]
    response.end(JSON.stringify({ url: 'https://pay.example.com/1' }))
  })
  expect(await createCheckout(buyer, { base })).toBe('https://pay.example.com/1')
  expect(received).toEqual(['POST', '/functions/v1/create-checkout', 'application/json', buyer])
})

const { refused, slow, tryLater, unreachable, unreadable } = purchase.notices

describe('a failed answer', () => {
  test.each([
    ['its own message', 409, '{"error":"Nothing is left to sell."}', 'Nothing is left to sell.'],
    ['no message', 500, '{}', refused],
    ['an empty message', 500, '{"error":""}', refused],
    ['an error that is not text', 500, '{"error":{"code":1}}', refused],
    ['a page', 502, '<h1>Bad gateway</h1>', refused],
    ['no body', 503, '', refused],
    ['a failure despite a url', 400, '{"url":"https://pay.example.com/1"}', refused],
    ['OK without a url', 200, '{}', refused],
    ['OK with an error', 200, '{"error":"Not today."}', 'Not today.'],
    ['OK with an empty url', 200, '{"url":""}', refused],
    ['OK with a script', 200, '{"url":"javascript:alert(1)"}', refused],
    ['OK with a relative address', 200, '{"url":"/pay"}', refused],
    ['OK with a page', 200, '<h1>Hello</h1>', unreadable],
    ['OK with no body', 200, '', unreadable],
    ['OK with null', 200, 'null', refused],
    ['OK with null for a url', 200, '{"url":null}', refused],
    ['an error beside null for a url', 400, '{"url":null,"error":"Sold out."}', 'Sold out.'],
  ])('%s (%i)', async (_, status, body, message) => {
    await expect(createCheckout(buyer, { base: await answering(status, body) })).rejects.toThrow(
      new CheckoutError(message),
    )
  })
})

describe('a busy shop', () => {
  /** Answers 503 with `retryAfter` this many times, and then with an address. */
  async function busy(times: number, retryAfter: string) {
    let requests = 0
    const base = await shop((_, response) => {
      if (++requests > times) return response.end('{"url":"https://pay.example.com/1"}')
      return response.writeHead(503, { 'retry-after': retryAfter }).end('{"error":"Busy."}')
    })
    return { base, requests: () => requests }
  }

  test('gets a retry without another press, and the page says so', async () => {
    const { base, requests } = await busy(3, '0')
    let busyCalls = 0
    const onBusy = () => {
      busyCalls++
    }
    expect(await createCheckout(buyer, { base, onBusy })).toBe('https://pay.example.com/1')
    expect([requests(), busyCalls]).toEqual([4, 3])
  })

  test.each([
    ['stays busy', '0', 5],
    ['asks for a long pause', '30', 1],
    ['asks for no pause', '', 1],
    ['names a date', 'Mon, 23 Nov 2026 04:00:00 GMT', 1],
  ])('that %s gets no more retries, and the buyer sees its message', async (_, retryAfter, times) => {
    const { base, requests } = await busy(100, retryAfter)
    await expect(createCheckout(buyer, { base })).rejects.toThrow(new CheckoutError('Busy.'))
    expect(requests()).toBe(times)
  })

  test('gets no retry when the buyer cancels during the pause', async () => {
    const { base, requests } = await busy(100, '10')
    const controller = new AbortController()
    const checkout = createCheckout(buyer, {
      base,
      signal: controller.signal,
      onBusy: () => controller.abort(),
    })
    await expect(checkout).rejects.toThrow()
    expect(requests()).toBe(1)
  })
})

describe('no answer', () => {
  test('no server listens', async () => {
    const base = await answering(200, '')
    await new Promise((resolve) => server?.close(resolve))
    server = undefined
    await expect(createCheckout(buyer, { base })).rejects.toThrow(unreachable)
  })

  test('the connection breaks', async () => {
    const base = await shop((request) => request.socket.destroy())
    await expect(createCheckout(buyer, { base })).rejects.toThrow(unreachable)
  })

  test('the shop never answers', async () => {
    const base = await shop(() => {})
    await expect(createCheckout(buyer, { base, timeout: 50 })).rejects.toThrow(slow)
  })

  test('the shop stops in the middle of its answer', async () => {
    const base = await shop((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"url":')
    })
    await expect(createCheckout(buyer, { base, timeout: 50 })).rejects.toThrow(slow)
  })

  test('the buyer cancels', async () => {
    const controller = new AbortController()
    const base = await shop(() => controller.abort())
    await expect(createCheckout(buyer, { base, signal: controller.signal })).rejects.toThrow()
  })
})

test("a buyer reads the shop's own message, and never that of an exception", () => {
  expect(failureMessage('broken')).toBe(tryLater)
  expect(failureMessage(undefined)).toBe(tryLater)
  expect(failureMessage(new TypeError('AbortSignal.any is not a function'))).toBe(tryLater)
  expect(failureMessage(new CheckoutError('The bank is away.'))).toBe('The bank is away.')
})
