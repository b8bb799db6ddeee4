import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open.ts'
import type { Schema } from '../../database/schema.ts'
import { silentLog } from '../../log/log.ts'
import type { ProviderEvent } from '../provider.ts'
import { heldFor } from './actions.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

const start = Date.UTC(2026, 10, 1)
let clock = start
let folder: string
let database: Kysely<Schema>
let sandbox: Sandbox
/** What the webhook received and verified, in order. */
let received: ProviderEvent[]
/** What the webhook answers next; 200 when empty. */
let answers: number[]
let webhook: ReturnType<typeof createServer>
let webhookUrl: string

const open = () =>
  createSandbox({
    database,
    secret: 'whsec_test',
    publicUrl: 'http://shop.test',
    webhookUrl,
    log: silentLog,
    now: () => clock,
  })

beforeEach(async () => {
  clock = start
  received = []
  answers = []
  folder = await mkdtemp(path.join(os.tmpdir(), 'sandbox-'))
  database = openDatabase({ databaseUrl: null, dataDir: folder })
  await migrate(database)
  webhook = createServer(async (request, response) => {
    // Where a followed redirect would end: an answer that must not pass for a taken event.
    if (request.method !== 'POST') return void response.writeHead(200).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = new Headers({ 'stripe-signature': String(request.headers['stripe-signature']) })
    const status = answers.shift() ?? 200
    if (status === 200) received.push(await sandbox.provider.readEvent(Buffer.concat(chunks), headers))
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  })
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve))
  webhookUrl = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/functions/v1/payment-webhook`
  sandbox = open()
})

afterEach(async () => {
  await sandbox.stop()
  webhook.closeAllConnections()
  webhook.close()
  await database.destroy()
  await rm(folder, { recursive: true })
})

const input = {
  orderId: 'order-1',
  name: 'Ada <b>Lovelace</b>',
  email: 'ada@example.com',
  amountCents: 34800,
  currency: 'usd',
  productName: 'The kit',
  productDescription: 'All of it.',
  expiresAt: start + 45 * 60_000,
  successUrl: 'http://shop.test/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://shop.test/#pricing',
}

const newSession = () => sandbox.provider.createSession(sandbox.provider.buildRequest(input), 'key-1')
const show = (id: string, method = 'GET') => sandbox.routes.request(`/checkout/${id}`, { method })
const press = (id: string, action: string, fields: Record<string, string> = {}) =>
  sandbox.routes.request(`/checkout/${id}`, {
    method: 'POST',
    body: new URLSearchParams({ action, ...fields }),
  })
const kinds = () => received.map((event) => event.effect?.kind ?? event.type)

test('the page says that it is a sandbox and what is bought, and its first button pays', async () => {
  const session = await newSession()
  const page = await (await show(session.id)).text()
  expect(page).toContain('No money moves')
  expect(page).toContain('ada@example.com')
  expect(page).toContain('Ada &lt;b&gt;Lovelace')
  expect(/<button[^>]*>([^<]*)</.exec(page)?.[1]).toBe('Pay $348.00')
  expect(page).not.toContain('<script')
})

test('one checkout holds no more events than it can read and write at once', async () => {
  const session = await newSession()
  for (let pressed = 0; pressed < 60; pressed++)
    await press(session.id, 'decline', { twice: 'on', 'wrong-order': 'on' })
  const { pending } = await database
    .selectFrom('sandbox_sessions')
    .select('pending')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(pending)).toHaveLength(50)
})

test('paying tells the shop before the buyer is sent on to the success page', async () => {
  const session = await newSession()
  const answer = await press(session.id, 'pay')
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`http://shop.test/payment-success?session_id=${session.id}`)
  expect(received.at(-1)).toMatchObject({
    effect: { kind: 'completed', paid: true, totalCents: 34800, taxCents: null },
    orderId: 'order-1',
    sessionId: session.id,
    payerEmail: 'ada@example.com',
    livemode: false,
  })
  expect(await sandbox.provider.findSession(session.id)).toMatchObject({
    status: 'complete',
    paid: true,
    url: null,
  })
})

test('two tabs and double clicks pay once and both land on the success page', async () => {
  const session = await newSession()
  const both = await Promise.all([press(session.id, 'pay'), press(session.id, 'pay')])
  expect(both.map((answer) => answer.headers.get('location'))).toEqual([
    `http://shop.test/payment-success?session_id=${session.id}`,
    `http://shop.test/payment-success?session_id=${session.id}`,
  ])
  expect(kinds().filter((kind) => kind === 'completed')).toHaveLength(1)
})

test('different actions at the same moment lose none of their events', async () => {
  const session = await newSession()
  await press(session.id, 'pay')
  received = []
  await Promise.all([
    press(session.id, 'dispute'),
    press(session.id, 'fraud-warning'),
    press(session.id, 'partial-refund', { 'refunds-seen': '0' }),
  ])
  expect(kinds().toSorted()).toEqual(['dispute', 'fraud_warning', 'refunded', 'refunded'])
  const page = await (await show(session.id)).text()
  expect(page).toContain('paid, $174.00 refunded, dispute open, fraud warning sent')
})

test('a declined card leaves the checkout open for another try', async () => {
  const session = await newSession()
  const answer = await press(session.id, 'decline')
  expect(answer.headers.get('location')).toBe(`http://shop.test/sandbox/checkout/${session.id}?declined=1`)
  const page = await (await sandbox.routes.request(`/checkout/${session.id}?declined=1`)).text()
  expect(page).toContain('The card was declined.')
  expect(await sandbox.provider.findSession(session.id)).toMatchObject({ status: 'open', paid: false })
})

test.each([
  ['bank-confirms', 'payment_succeeded', true],
  ['bank-refuses', 'payment_failed', false],
] as const)('pay later, then %s', async (action, kind, paid) => {
  const session = await newSession()
  await press(session.id, 'pay-later')
  expect(received.at(-1)?.effect).toEqual({
    kind: 'completed',
    paid: false,
    totalCents: 34800,
    taxCents: null,
  })
  await press(session.id, action)
  expect(received.at(-1)?.effect).toEqual({ kind })
  expect(await sandbox.provider.findSession(session.id)).toMatchObject({ status: 'complete', paid })
})

test('after a payment that the bank refused the way on is to the shop, not to its thanks', async () => {
  const session = await newSession()
  await press(session.id, 'pay-later')
  expect(await (await show(session.id)).text()).toContain('href="http://shop.test/payment-success')
  await press(session.id, 'bank-refuses')
  const page = await (await show(session.id)).text()
  expect(page).toContain('The bank refused the payment. Nothing was charged.')
  expect(page).toContain(`href="${input.cancelUrl}"`)
  expect(page).not.toContain('payment-success')
})

test('GET and HEAD change nothing', async () => {
  const session = await newSession()
  const rows = () => database.selectFrom('sandbox_sessions').selectAll().execute()
  const before = await rows()
  await show(session.id)
  await show(session.id, 'HEAD')
  expect(await rows()).toEqual(before)
})

test('an unknown checkout is a page with 404, an unknown action or a broken form one with 400', async () => {
  const session = await newSession()
  expect((await show('cs_sandbox_other')).status).toBe(404)
  expect((await press('cs_sandbox_other', 'pay')).status).toBe(404)
  expect((await press(session.id, 'steal')).status).toBe(400)
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const broken = { method: 'POST', headers, body: '--x\r\nbroken' }
  expect((await sandbox.routes.request(`/checkout/${session.id}`, broken)).status).toBe(400)
})

test('an event that is refused is sent again, and by another process too', async () => {
  const session = await newSession()
  answers = [500, 302]
  await press(session.id, 'pay')
  expect(received).toEqual([])
  await sandbox.stop()
  sandbox = open()
  await sandbox.runOnce()
  expect(kinds()).toEqual(['payment_intent.succeeded', 'completed'])
  await sandbox.runOnce()
  expect(received).toHaveLength(2)
})

test('after a failure the loop waits longer each time', async () => {
  const session = await newSession()
  answers = [500, 500, 500, 500]
  await press(session.id, 'pay')
  await sandbox.runOnce()
  expect(answers).toHaveLength(2)
  clock += 500
  await sandbox.runOnce()
  expect(answers).toHaveLength(0)
  clock += 500
  await sandbox.runOnce()
  expect(received).toEqual([])
  clock += 500
  await sandbox.runOnce()
  expect(received).toHaveLength(2)
})

test('a checkout whose time is over expires, tells the shop, and cannot be paid', async () => {
  const session = await newSession()
  clock = input.expiresAt
  expect(await sandbox.provider.findSession(session.id)).toMatchObject({ status: 'expired', url: null })
  await sandbox.runOnce()
  expect(kinds()).toEqual(['expired'])
  const answer = await press(session.id, 'pay')
  expect(answer.headers.get('location')).toBe(`http://shop.test/sandbox/checkout/${session.id}`)
  expect(await (await show(session.id)).text()).toContain('This checkout has expired')
  expect(kinds()).toEqual(['expired'])
})

test('sent twice, each event comes twice under one id', async () => {
  const session = await newSession()
  await press(session.id, 'pay', { twice: 'on' })
  expect(kinds()).toEqual(['payment_intent.succeeded', 'payment_intent.succeeded', 'completed', 'completed'])
  expect(new Set(received.map((event) => event.id)).size).toBe(2)
})

test('in the wrong order, the next action overtakes', async () => {
  const session = await newSession()
  await press(session.id, 'pay', { 'wrong-order': 'on' })
  expect(received).toEqual([])
  await press(session.id, 'refund', { 'refunds-seen': '0' })
  expect(kinds()).toEqual(['refunded', 'refunded', 'completed', 'payment_intent.succeeded'])
})

test('in the wrong order without a next action, the events come late', async () => {
  const session = await newSession()
  await press(session.id, 'pay', { 'wrong-order': 'on' })
  clock += heldFor
  await sandbox.runOnce()
  expect(kinds()).toEqual(['completed', 'payment_intent.succeeded'])
})

test('refunds add up, and the same click on two tabs gives back once', async () => {
  const session = await newSession()
  await press(session.id, 'pay')
  received = []
  await Promise.all([
    press(session.id, 'partial-refund', { 'refunds-seen': '0' }),
    press(session.id, 'partial-refund', { 'refunds-seen': '0' }),
  ])
  expect(received.map((event) => event.effect)).toEqual([
    { kind: 'refunded', refundedCents: 17400, amountCents: 34800, refunds: 1, failedRefunds: 0 },
    { kind: 'refunded', refundedCents: 17400, amountCents: 34800, refunds: 1, failedRefunds: 0 },
  ])
  expect(new Set(received.map((event) => event.effectKey)).size).toBe(1)
  await press(session.id, 'refund', { 'refunds-seen': '1' })
  expect(received.at(-1)?.effect).toMatchObject({ refundedCents: 34800 })
  await Promise.all([
    press(session.id, 'refund-fails', { 'refunds-seen': '2' }),
    press(session.id, 'refund-fails', { 'refunds-seen': '2' }),
  ])
  expect(received.at(-1)?.effect).toMatchObject({ refundedCents: 17400 })
})

test('a refund that failed and is made again is news, not a repeat', async () => {
  const session = await newSession()
  await press(session.id, 'pay')
  await press(session.id, 'refund', { 'refunds-seen': '0' })
  const first = received.at(-1)?.effectKey
  await press(session.id, 'refund-fails', { 'refunds-seen': '1' })
  await press(session.id, 'refund', { 'refunds-seen': '2' })
  expect(received.at(-1)).toMatchObject({ effect: { refundedCents: 34800 } })
  expect(received.at(-1)?.effectKey).not.toBe(first)
})

test('disputes open once and end once; a fraud warning comes once', async () => {
  const session = await newSession()
  await press(session.id, 'pay')
  received = []
  for (const action of [
    'dispute',
    'dispute',
    'dispute-lost',
    'dispute-won',
    'fraud-warning',
    'fraud-warning',
  ])
    await press(session.id, action)
  expect(received.map((event) => event.effect)).toEqual([
    { kind: 'dispute', disputeId: expect.stringMatching(/^dp_/), state: 'open', dueAt: expect.any(Number) },
    { kind: 'dispute', disputeId: expect.stringMatching(/^dp_/), state: 'lost', dueAt: expect.any(Number) },
    { kind: 'fraud_warning' },
  ])
  expect(received.every((event) => event.orderId === 'order-1')).toBe(true)
})
