import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { functions } from '../../contract/paths.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { type ServerProcess, startServer, temporaryDirectory } from '../support/server-process.ts'
import { type SmtpFault, type SmtpStandIn, startSmtp } from '../support/smtp.ts'
import { payButton, type RunningStripe, startStripe } from '../support/stripe.ts'
import { refuse } from '../support/stripe-faults.ts'

/** These must not appear in the log or in an answer to a stranger. */
const name = 'Canarina Fluffwing'
const domain = 'canary-mail.test'
const smtpUser = 'canary-mailer'
const linkSecret = 'canary-link-secret-that-is-long-enough'
/** Other systems quote the data of a request like this in their errors. */
const quote = (email: string) => `${name} <${email}> is not wanted, says ${name}.`

const data = temporaryDirectory()
const kitFile = path.join(data.path, 'kit.zip')
const crashFile = path.join(data.path, 'crash.mjs')
let postgres: PostgresServer
let databaseUrl: string
let stripe: RunningStripe
let smtp: SmtpStandIn
let smtpFault: SmtpFault | null = null
let server: ServerProcess
/** The headers and body of every error response. */
const answers: string[] = []

/** On SIGUSR2, throws an uncaught error with all fields that an error of Postgres has. */
const crash = `process.on('SIGUSR2', () => setTimeout(() => {
  const message = 'value of ${name} <crash@${domain}> violates a constraint, sk_live_standin'
  const detail = 'Failing row contains (${name}, crash@${domain}).'
  throw Object.assign(new Error(message, { cause: new SyntaxError('"${name}" is not valid JSON') }),
    { severity: 'ERROR', code: '23514', detail, parameters: ['${name}'] })
}))`

beforeAll(async () => {
  writeFileSync(kitFile, 'kit')
  writeFileSync(crashFile, crash)
  postgres = await startPostgres()
  databaseUrl = await postgres.createDatabase()
  stripe = await startStripe({ live: true })
  smtp = await startSmtp({ user: smtpUser, fault: () => smtpFault })
  server = await startServer(data.path, {
    DATABASE_URL: databaseUrl,
    LINK_SECRET: linkSecret,
    ...stripe.env,
    SMTP_URL: smtp.url,
    MAIL_FROM: `kit@${domain}`,
    SELLER_EMAIL: `seller@${domain}`,
    KIT_FILE: kitFile,
    NODE_OPTIONS: `--import ${crashFile}`,
  })
  stripe.webhookUrl = server.url + functions.paymentWebhook
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  await stripe.stop()
  await smtp.stop()
  await postgres.stop()
  data.remove()
})

/** Sends a request, and keeps the response if it is an error. */
async function request(address: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(new URL(address, server.url), { redirect: 'manual', ...init })
  if (answer.status >= 400) answers.push(JSON.stringify([...answer.headers]) + (await answer.clone().text()))
  return answer
}
const buy = (email: string) =>
  request(functions.createCheckout, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(aBuyer({ name, email })),
  })
const expectLogged = (event: string) => expect.poll(() => server.output()).toContain(`"event":"${event}"`)

test('Stripe answers with the canaries in its errors', async () => {
  const message = `${quote(`stripe@${domain}`)} Your key is sk_live_standin.`
  const create = 'POST /v1/checkout/sessions'
  stripe.failNext(create, refuse(400, { type: 'invalid_request_error', code: 'email_invalid', message }))
  expect((await buy(`stripe@${domain}`)).status).toBe(400)
  stripe.failNext(create, refuse(402, { type: 'card_error', message }))
  expect((await buy(`declined@${domain}`)).status).toBe(502)
  await expectLogged('order.refused')
  await expectLogged('checkout.provider_failed')
})

test('Postgres answers with the canaries in its errors', async () => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  client.on('error', () => {})
  await client.query(`
    create function refuse() returns trigger language plpgsql as $$
      begin
        raise exception '% <%> is not wanted', new.name, new.email using detail = new.name;
      end $$;
    create trigger refuse before insert on orders for each row
      when (new.email = 'postgres@${domain}') execute function refuse()`)
  expect((await buy(`postgres@${domain}`)).status).toBe(503)
  await client.query('drop trigger refuse on orders')
  await client.end()
  await expectLogged('request failed')
})

test('the mail server answers with the canaries in its errors, and a download has a token in its address', async () => {
  const email = `buyer@${domain}`
  smtpFault = { at: 'rcpt', answer: 450, text: quote(email) }
  const { url } = await (await buy(email)).json()
  await fetch(url, payButton)
  await expectLogged('mail.deferred')
  smtpFault = { at: 'data', answer: 554, text: `Hello ${name}, ${smtpUser}:password, whsec_standin` }
  const other = `other@${domain}`
  await fetch((await (await buy(other)).json()).url, payButton)
  // The seller's own mail may fail first, and no notice is about that.
  const failures = () =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('"event":"mail.failed"'))
  await expect.poll(() => failures().join()).toContain('"kind":"receipt"')
  smtpFault = null

  const reader = `reader@${domain}`
  await fetch((await (await buy(reader)).json()).url, payButton)
  const receipt = () =>
    smtp.deliveries.find(({ to }) => to.includes(reader))?.raw.replaceAll('=\r\n', '') ?? ''
  await expect.poll(receipt).toContain(functions.download(''))
  const link = /\/functions\/v1\/download\/(v1\.[\w.-]+)/.exec(receipt())
  expect((await request(link?.[0] ?? '', { method: 'POST' })).status).toBe(200)
  renameSync(kitFile, `${kitFile}.away`)
  expect((await request(link?.[0] ?? '', { method: 'POST' })).status).toBeGreaterThanOrEqual(500)
  expect(server.output()).not.toContain(link?.[1])
})

test('the seller opens an order from a notice', async () => {
  const notices = () => smtp.deliveries.filter(({ to }) => to.includes(`seller@${domain}`))
  const text = () =>
    notices()
      .map(({ raw }) => raw.replaceAll('=\r\n', ''))
      .join('\n')
  // A notice may take a minute.
  await expect.poll(text, { timeout: 60_000 }).toContain('Not delivered')
  const link = /\/seller\/(v1\.[\w.-]+)/.exec(text())
  const open = (fields?: Record<string, string>) =>
    fetch(server.url + link?.[0], { ...(fields && { method: 'POST', body: new URLSearchParams(fields) }) })
  expect((await open()).status).toBe(200)
  expect(server.output()).not.toContain(link?.[1])
}, 90_000)

test('strangers send requests with the canaries', async () => {
  const webhook = (body: string, signature: string) =>
    request(functions.paymentWebhook, { method: 'POST', headers: { 'stripe-signature': signature }, body })
  const body = JSON.stringify({ name, email: `webhook@${domain}`, key: 'sk_live_standin' })
  expect((await webhook(body, 't=1,v1=00')).status).toBe(400)
  const json = { 'content-type': 'application/json' }
  await request(functions.createCheckout, { method: 'POST', headers: json, body: `{"name": "${name}", ` })
  await request(functions.download(`v1.${'x'.repeat(43)}.${domain}.1`), { method: 'POST' })
})

test('the server crashes on an error with the canaries', async () => {
  server.child.kill('SIGUSR2')
  expect(await server.ended).toBe(1)
  expect(server.output()).toContain('uncaught exception')
  expect(server.output()).toContain('23514')
})

test('no log line and no answer has a name, an address, a key or a password', () => {
  expect(answers.length).toBeGreaterThan(6)
  const texts = [server.output(), ...answers].join('\n')
  for (const canary of [
    name,
    'Fluffwing',
    domain,
    'sk_live_standin',
    'whsec_standin',
    `${smtpUser}:`,
    linkSecret,
  ])
    expect(texts.split('\n').filter((line) => line.includes(canary))).toEqual([])
})
