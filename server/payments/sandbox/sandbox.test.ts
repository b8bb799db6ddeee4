import { afterEach, beforeEach, expect, test } from 'vitest'
import { type PaymentFeatures, payments } from '#content/payments.ts'
import { temporaryDirectory } from '../../../tests/support/server-process.ts'
import { sessionInput } from '../../../tests/support/session-input.ts'
import { billedPrice } from '../../../tests/support/shown-price.ts'
import { openStripe, type TestStripe } from '../../../tests/support/stripe.ts'
import { startWebhookReceiver } from '../../../tests/support/webhook-receiver.ts'
import { migrate } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open.ts'
import { sessionRequest } from '../stripe/request.ts'
import { tableMemory } from './memory.ts'

const start = Date.UTC(2026, 10, 1)

/** The input of every session that `newSession` creates. */
const input = sessionInput(start + 45 * 60_000, {
  name: 'Ada <b>Lovelace</b>',
  successUrl: 'http://shop.test/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://shop.test/#pricing',
})

type TestSandbox = Awaited<ReturnType<typeof startSandbox>>

/** Starts the sandbox with an empty database and a webhook that receives its events over HTTP. */
async function startSandbox() {
  const folder = temporaryDirectory()
  const database = openDatabase({ databaseUrl: null, dataDir: folder.path })
  await migrate(database)
  const webhook = await startWebhookReceiver((body, headers) => shop.provider.readEvent(body, headers))
  const memory = tableMemory(database)
  const open = (): TestStripe =>
    openStripe({
      memory,
      publicUrl: 'http://shop.test',
      webhookUrl: webhook.url,
      now: (): number => shop.clock,
    })
  let stripe = open()
  const shop = {
    memory,
    /** ms since 1970 */
    clock: start,
    /** The adapter, with the sandbox behind it. */
    provider: stripe.connect(),
    /** The events that the webhook received and verified, in order. */
    received: webhook.received,
    /** The statuses with which the webhook refuses the next events. */
    answers: webhook.answers,
    kinds: () => shop.received.map((event) => event.effect?.kind ?? event.type),
    newSession: (features?: PaymentFeatures) =>
      shop.provider.createSession(sessionRequest(input, features), 'key-1'),
    show: (id: string, { query = '', ...init }: RequestInit & { query?: string } = {}) =>
      stripe.pages.request(`/sandbox/checkout/${id}${query}`, init),
    press: (id: string, action: string, fields: Record<string, string> = {}) =>
      stripe.pages.request(`/sandbox/checkout/${id}`, {
        method: 'POST',
        body: new URLSearchParams({ action, ...fields }),
      }),
    runOnce: () => stripe.sandbox.runOnce(),
    /** Replaces the sandbox with a new one on the same database, as after a restart of the server. */
    async restart() {
      await stripe.sandbox.stop()
      stripe = open()
    },
    async stop() {
      await stripe.sandbox.stop()
      await webhook.stop()
      await database.destroy()
      folder.remove()
    },
  }
  return shop
}

let shop: TestSandbox
beforeEach(async () => {
  shop = await startSandbox()
})
afterEach(() => shop.stop())

const pageOf = async (id: string, query = '') => (await shop.show(id, { query })).text()

test('the page says that it is a sandbox, its first button pays, and it escapes what a buyer typed', async () => {
  const { id } = await shop.newSession()
  const page = await pageOf(id)
  expect(page).toContain('No money moves')
  expect(page).toContain('ada@example.com')
  expect(page).toContain('Ada &lt;b&gt;Lovelace')
  expect(/<button[^>]*>([^<]*)</.exec(page)?.[1]).toBe(`Pay ${billedPrice(34800, 'usd')}`)
  expect(page).toContain(`href="${input.cancelUrl}"`)
  expect(page).not.toContain('<script')
})

test('after a payment, the shop gets the event before the buyer is redirected to the success page', async () => {
  const { id } = await shop.newSession()
  const answer = await shop.press(id, 'pay')
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`http://shop.test/payment-success?session_id=${id}`)
  expect(shop.received).toMatchObject([
    {
      effect: { kind: 'completed', paid: true, totalCents: 34800, taxCents: 0, currency: 'usd' },
      orderId: 'order-1',
      sessionId: id,
      payerEmail: 'ada@example.com',
      livemode: false,
    },
  ])
  expect(await shop.provider.findSession(id)).toMatchObject({ status: 'complete', paid: true, url: null })
})

test('two tabs and double clicks pay once, and both get the success page', async () => {
  const { id } = await shop.newSession()
  const both = await Promise.all([shop.press(id, 'pay'), shop.press(id, 'pay')])
  for (const answer of both)
    expect(answer.headers.get('location')).toBe(`http://shop.test/payment-success?session_id=${id}`)
  // Two deliveries at the same time may send an event twice.
  expect(new Set(shop.received.map((event) => event.id)).size).toBe(1)
})

test('a declined card leaves the checkout open for another try', async () => {
  const { id } = await shop.newSession()
  const answer = await shop.press(id, 'decline')
  expect(answer.headers.get('location')).toBe(`http://shop.test/sandbox/checkout/${id}?declined=1`)
  expect(await pageOf(id, '?declined=1')).toContain('The card was declined.')
  expect(await shop.provider.findSession(id)).toMatchObject({ status: 'open', paid: false })
  // Anybody who sees a public demonstration can press this button again and again.
  expect((await shop.memory.find(id))?.events).toEqual([])
})

test('a code lowers the price once, until the payment', async () => {
  const { id } = await shop.newSession({ ...payments, promotionCodes: true })
  const unknown = await shop.press(id, 'code', { code: '"OTHER"' })
  expect(unknown.status).toBe(400)
  // What was typed is still there.
  expect(await unknown.text()).toMatch(/<input id="code"[^>]* value="&quot;OTHER&quot;" aria-invalid="true"/)
  for (let press = 0; press < 2; press++) await shop.press(id, 'code', { code: ' launch20' })
  expect(await pageOf(id)).toContain(`Pay ${billedPrice(27840, 'usd')}`)
  await shop.press(id, 'pay')
  expect(shop.received.at(-1)?.effect).toMatchObject({ kind: 'completed', totalCents: 27840 })
  await shop.press(id, 'refund')
  expect(shop.received.at(-1)?.effect).toMatchObject({ refundedCents: 27840, amountCents: 27840 })
})

test('without the field for codes, a code changes nothing', async () => {
  const { id } = await shop.newSession({ ...payments, promotionCodes: false })
  expect(await pageOf(id)).not.toContain('Promotion code')
  await shop.press(id, 'code', { code: 'LAUNCH20' })
  expect(await pageOf(id)).toContain(`Pay ${billedPrice(34800, 'usd')}`)
})

test('after a payment, a refund and a dispute can happen once each', async () => {
  const { id } = await shop.newSession()
  await shop.press(id, 'pay')
  expect(await pageOf(id)).toContain(`Refund ${billedPrice(34800, 'usd')}`)
  for (const button of ['refund', 'dispute', 'refund', 'dispute']) await shop.press(id, button)
  expect(shop.kinds()).toEqual(['completed', 'refunded', 'refunded', 'dispute'])
  const page = await pageOf(id)
  expect(page).toContain(`paid, ${billedPrice(34800, 'usd')} refunded, dispute open`)
  expect(page).not.toContain('What may happen later')
})

test('GET and HEAD change nothing', async () => {
  const { id } = await shop.newSession()
  const before = await shop.memory.find(id)
  await shop.show(id)
  await shop.show(id, { method: 'HEAD' })
  expect(await shop.memory.find(id)).toEqual(before)
})

test('an unknown checkout gets status 404, and an unknown button or a broken form gets status 400', async () => {
  const { id } = await shop.newSession()
  expect((await shop.show('cs_sandbox_other')).status).toBe(404)
  expect((await shop.press('cs_sandbox_other', 'pay')).status).toBe(404)
  expect((await shop.press(id, 'expire')).status).toBe(400)
  const form = (type: string, body: string) =>
    shop.show(id, { method: 'POST', headers: { 'content-type': type }, body })
  expect((await form('multipart/form-data; boundary=x', '--x\r\nbroken')).status).toBe(400)
  expect((await form('application/json', '{"action": {"toString": 1}}')).status).toBe(400)
})

test('a checkout whose time is over expires, sends an event, and cannot be paid', async () => {
  const { id } = await shop.newSession()
  shop.clock = input.expiresAt
  expect(await shop.provider.findSession(id)).toMatchObject({ status: 'expired', url: null })
  await shop.runOnce()
  expect(shop.kinds()).toEqual(['expired'])
  const answer = await shop.press(id, 'pay')
  expect(answer.headers.get('location')).toBe(`http://shop.test/sandbox/checkout/${id}`)
  expect(await pageOf(id)).toContain('This checkout has expired')
  expect(shop.kinds()).toEqual(['expired'])
})

test('a refused event is sent again after a pause that doubles, even by another process, and in order', async () => {
  const { id } = await shop.newSession()
  shop.answers.push(500, 302, 500, 500)
  await shop.press(id, 'pay')
  await shop.press(id, 'refund')
  expect(shop.answers).toHaveLength(2)
  await shop.restart()
  const attemptsAfter = async (ms: number) => {
    const before = shop.answers.length
    shop.clock += ms
    await shop.runOnce()
    return before - shop.answers.length
  }
  expect(await attemptsAfter(500)).toBe(0)
  expect(await attemptsAfter(500)).toBe(1)
  expect(await attemptsAfter(1000)).toBe(1)
  expect(await attemptsAfter(1000)).toBe(0)
  expect(shop.received).toEqual([])
  await attemptsAfter(1000)
  expect(shop.kinds()).toEqual(['completed', 'refunded', 'refunded'])
  await attemptsAfter(600_000)
  expect(shop.received).toHaveLength(3)
})

test('buttons at the same moment keep all of their events', async () => {
  const { id } = await shop.newSession()
  await shop.press(id, 'pay')
  await Promise.all([shop.press(id, 'refund'), shop.press(id, 'dispute')])
  expect((await shop.memory.find(id))?.events).toHaveLength(4)
})
