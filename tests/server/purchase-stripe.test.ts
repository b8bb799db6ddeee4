import { createHash, randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { html } from 'hono/html'
import { readKitFolder } from 'kit-reader/files'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { downloads } from '#content/downloads.ts'
import { mails } from '#content/mails.ts'
import { inputProblems, messages } from '#content/messages.ts'
import { functions } from '../../contract/paths.ts'
import { openDatabase } from '../../server/database/open.ts'
import { linkSecretFile } from '../../server/downloads/link-secret.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { type ServerProcess, startServer, temporaryDirectory } from '../support/server-process.ts'
import { type SmtpStandIn, startSmtp } from '../support/smtp.ts'
import { payButton, type RunningStripe, startStripe } from '../support/stripe.ts'
import { refuse } from '../support/stripe-faults.ts'

const data = temporaryDirectory()
const kit = randomBytes(300_000)
let stripe: RunningStripe
let smtp: SmtpStandIn
let server: ServerProcess

beforeAll(async () => {
  const kitFile = path.join(data.path, 'kit.zip')
  writeFileSync(kitFile, kit)
  stripe = await startStripe({ live: true })
  smtp = await startSmtp()
  server = await startServer(data.path, {
    ...stripe.env,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'kit@shop.example',
    SELLER_EMAIL: 'seller@shop.example',
    KIT_FILE: kitFile,
    LINK_SECRET: '0123456789abcdef'.repeat(2),
  })
  stripe.webhookUrl = server.url + functions.paymentWebhook
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await stripe.stop()
  await smtp.stop()
  data.remove()
})

const checkOut = (email: string, shop = server.url) =>
  fetch(shop + functions.createCheckout, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(aBuyer({ email })),
  })
const checkoutUrl = async (email: string, shop?: string): Promise<string> =>
  (await (await checkOut(email, shop)).json()).url

const mailsTo = async (address: string) => {
  const sent = smtp.deliveries.filter((delivery) => delivery.to.includes(address))
  return Promise.all(sent.map(({ raw }) => PostalMime.parse(raw)))
}
const receiptOf = (email: string) =>
  expect
    .poll(async () => (await mailsTo(email))[0]?.text ?? '')
    .toContain(functions.download(''))
    .then(async () => (await mailsTo(email))[0]?.text ?? '')
const linkIn = (text: string) => /http:\S+\/functions\/v1\/download\/\S+/.exec(text)?.[0] ?? ''

test('session, event, mail over SMTP, and the kit byte for byte; a refund closes the link', async () => {
  const email = 'ada@example.com'
  const url = await checkoutUrl(email)
  expect(url).toMatch(new RegExp(`^${stripe.url}/sandbox/checkout/cs_`))
  expect(await checkoutUrl(email)).toBe(url)

  const paid = await fetch(url, payButton)
  const sessionId = url.split('/').at(-1) ?? ''
  expect(paid.headers.get('location')).toBe(
    `${server.url}/functions/v1/checkout-return?session_id=${sessionId}`,
  )

  const link = linkIn(await receiptOf(email))
  expect((await mailsTo(email))[0]?.from?.address).toBe('kit@shop.example')
  const file = await fetch(link, { method: 'POST' })
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    createHash('sha256').update(kit).digest('hex'),
  )
  expect(await mailsTo('seller@shop.example')).not.toHaveLength(0)
  expect(existsSync(linkSecretFile(data.path))).toBe(false)

  await stripe.act(sessionId, 'refund', { deliveries: 2 })
  expect((await fetch(link, { method: 'POST' })).status).toBe(403)
})

test('events that are delivered a hundred times at once cause one order and one mail', async () => {
  const email = 'grace@example.com'
  const sessionId = (await checkoutUrl(email)).split('/').at(-1) ?? ''
  const events = await stripe.act(sessionId, 'pay', { deliveries: 0 })
  const statuses = await Promise.all(
    Array.from({ length: 100 }, () => events.map((event) => stripe.deliver(event))).flat(),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  await receiptOf(email)
  const database = openDatabase({ databaseUrl: null, dataDir: data.path })
  const mails = await database.selectFrom('outbox').selectAll().where('recipient', '=', email).execute()
  const orders = await database.selectFrom('orders').selectAll().where('email', '=', email).execute()
  await database.destroy()
  expect(mails.map((mail) => mail.kind)).toEqual(['receipt'])
  expect(orders.map((order) => order.status)).toEqual(['paid'])
})

test('after an error that Stripe saved, the same request gets a checkout with a new key', async () => {
  stripe.failNext('POST /v1/checkout/sessions', 'saved')
  expect(await checkoutUrl('joan@example.com')).toContain('/sandbox/checkout/')
})

test('an address that only Stripe refuses gets the error for invalid addresses', async () => {
  const error = { type: 'invalid_request_error', code: 'email_invalid', message: 'Invalid email address' }
  stripe.failNext('POST /v1/checkout/sessions', refuse(400, error))
  const answer = await checkOut('ada@example.com')
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({ error: inputProblems.invalidEmail.message })
})

test('while Stripe does not answer, the buyer gets a clear error in time, and a retry gets the same session', async () => {
  const before = stripe.checkouts.size
  stripe.failNext('POST /v1/checkout/sessions', 'silent after', 'silent after')
  const answer = await checkOut('mary@example.com')
  expect(answer.status).toBe(502)
  expect(await answer.json()).toEqual({ error: messages.checkout.notOpened })
  expect(await checkoutUrl('mary@example.com')).toContain('/sandbox/checkout/')
  expect(stripe.checkouts.size).toBe(before + 1)
})

test('if a lookup for an event fails, the webhook answers 503, and the retried event has its effect', async () => {
  const email = 'katherine@example.com'
  const url = await checkoutUrl(email)
  await fetch(url, payButton)
  const link = linkIn(await receiptOf(email))
  const events = await stripe.act(url.split('/').at(-1) ?? '', 'refund', { deliveries: 0 })
  const deliver = () => Promise.all(events.map((event) => stripe.deliver(event)))

  stripe.failNext('GET /v1/refunds', 'server error', 'server error', 'server error', 'server error')
  expect(await deliver()).toEqual([503, 503])
  expect((await fetch(link, { method: 'POST' })).status).toBe(200)
  expect(await deliver()).toEqual([200, 200])
  expect((await fetch(link, { method: 'POST' })).status).toBe(403)
})

/** Starts a separate shop with this provider, until the test ends, and buys there. @returns what the buyer received */
async function buyFrom(provider: RunningStripe, email: string, env: Record<string, string> = {}) {
  const folder = temporaryDirectory()
  const shop = await startServer(folder.path, {
    ...provider.env,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'kit@shop.example',
    SELLER_EMAIL: 'seller@shop.example',
    ...env,
  })
  onTestFinished(async () => {
    shop.child.kill('SIGTERM')
    await shop.ended
    await provider.stop()
    folder.remove()
  })
  provider.webhookUrl = shop.url + functions.paymentWebhook
  await fetch(await checkoutUrl(email, shop.url), payButton)
  const receipt = await receiptOf(email)
  const link = linkIn(receipt)
  const page = await (await fetch(link)).text()
  const archive = Buffer.from(await (await fetch(link, { method: 'POST' })).arrayBuffer())
  return { receipt, page, archive, output: shop.output() }
}

test("Stripe's test mode sells the sample, in mail and download, even if KIT_FILE is set", async () => {
  const bought = await buyFrom(await startStripe(), 'test-card@example.com', {
    KIT_FILE: path.join(data.path, 'kit.zip'),
  })
  expect(bought.receipt).toContain(mails.testOrder['test mode'])
  expect(bought.page).toContain(String(html`${downloads.testOrder.testMode}`))
  expect(Object.keys(unzipSync(bought.archive)).join()).toContain('-sample/SAMPLE.txt')
  expect(bought.output).toContain('Stripe in test mode: no money moves, a sample archive is delivered')
})

test('live mode without KIT_FILE sells the files of the folder kit unchanged', async () => {
  const bought = await buyFrom(await startStripe({ live: true }), 'real-card@example.com')
  const unpacked = unzipSync(bought.archive)
  const [root] = Object.keys(unpacked)[0]?.split('/') ?? []
  const files = readKitFolder()
  expect(Object.keys(unpacked)).toHaveLength(files.length)
  for (const { path: name, bytes } of files)
    expect(Buffer.from(unpacked[`${root}/${name}`] ?? []).equals(bytes), name).toBe(true)
  const digest = createHash('sha256').update(bought.archive).digest('hex')
  expect(bought.receipt).toContain(digest)
})
