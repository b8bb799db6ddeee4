import { readdirSync } from 'node:fs'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { functions } from '../../contract/paths.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { runCommand } from '../support/command-line.ts'
import { type ServerProcess, startServer, temporaryDirectory } from '../support/server-process.ts'
import { type SmtpStandIn, startSmtp } from '../support/smtp.ts'
import { payButton, type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.ts'

const data = temporaryDirectory()
const backups = path.join(data.path, 'backups')
let stripe: StripeStandIn
let smtp: SmtpStandIn
let server: ServerProcess

const env = () => ({
  ...stripe.env,
  SMTP_URL: smtp.url,
  MAIL_FROM: 'kit@shop.example',
  SELLER_EMAIL: 'seller@shop.example',
})
const start = async () => {
  server = await startServer(data.path, { ...env(), ...(server && { PORT: new URL(server.url).port }) })
  stripe.setWebhookUrl(server.url + functions.paymentWebhook)
}
const stop = async () => {
  server.child.kill('SIGTERM')
  await server.ended
}

beforeAll(async () => {
  stripe = await startStripeStandIn()
  smtp = await startSmtp()
  await start()
})
afterAll(async () => {
  await stop()
  await stripe.stop()
  await smtp.stop()
  data.remove()
})

async function shop(...args: string[]): Promise<string> {
  const { code, out, error } = await runCommand(args, { DATA_DIR: data.path, ...env() })
  if (code !== 0) throw new Error(error)
  return out + error
}

async function buy(email: string): Promise<void> {
  const answer = await fetch(server.url + functions.createCheckout, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(aBuyer({ email })),
  })
  await fetch((await answer.json()).url, payButton)
}

/** The links in the mails to a buyer, oldest first. */
async function linksTo(email: string): Promise<string[]> {
  const own = smtp.deliveries.filter(({ to }) => to.includes(email))
  const mails = await Promise.all(own.map(({ raw }) => PostalMime.parse(raw)))
  return mails.flatMap(({ text = '' }) => /http:\S+\/functions\/v1\/download\/\S+/.exec(text)?.[0] ?? [])
}

test('a sale that is missing from a restored backup can be adopted: the buyer gets the receipt, and the former link works', async () => {
  await buy('before@example.com')
  await expect.poll(() => linksTo('before@example.com')).toHaveLength(1)
  expect(await shop('backup', 'create', '--to', backups)).toContain('link-secret')
  const [file = ''] = readdirSync(backups)

  await buy('lost@example.com')
  await expect.poll(() => linksTo('lost@example.com')).toHaveLength(1)
  const [formerLink = ''] = await linksTo('lost@example.com')
  expect((await fetch(formerLink)).status).toBe(200)
  for (const email of ['second@example.com', 'third@example.com']) await buy(email)
  await expect.poll(() => linksTo('third@example.com')).toHaveLength(1)

  await stop()
  expect(await shop('backup', 'restore', path.join(backups, file))).toContain('before-restore')
  await start()
  expect((await fetch(formerLink)).status).toBe(404)
  const unmatched = async () => JSON.parse(await shop('events', 'list', '--outcome', 'unmatched', '--json'))
  await expect.poll(async () => (await unmatched()).length).toBeGreaterThan(2)
  const [event] = (await unmatched()).toReversed()

  expect(await shop('orders', 'adopt', event.id)).toMatch(
    /Ada Lovelace, lost@example\.com is restored, and paid/,
  )
  expect((await fetch(formerLink)).status).toBe(200)
  await expect.poll(() => linksTo('lost@example.com')).toHaveLength(2)
  await expect(shop('orders', 'adopt', '--all')).rejects.toThrow(
    /third@example\.com\n.*second@example\.com\n+Create these 2 orders\?/,
  )
  await expect(shop('orders', 'adopt')).rejects.toThrow('--all')
  expect(await shop('orders', 'adopt', '--all', '--yes')).toMatch(
    /^Restored: .*\nORDER.*\n.*Ada Lovelace, third@example\.com\n.*second@example\.com\n$/,
  )
  for (const email of ['second@example.com', 'third@example.com'])
    await expect.poll(() => linksTo(email)).toHaveLength(2)
  expect(await unmatched()).toEqual([])
  expect(await shop('orders', 'adopt', '--all')).toContain('has its order')
  await expect(shop('orders', 'adopt', event.id)).rejects.toThrow('nothing to adopt')
  const [order] = JSON.parse(await shop('orders', 'list', '--find', 'lost@example.com', '--json'))
  expect(order).toMatchObject({ status: 'paid', amount_cents: catalog.priceCents, terms_version: 'unknown' })
}, 120_000)
