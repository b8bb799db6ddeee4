import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { functions } from '../../contract/paths.ts'
import { type Random, seeded } from '../harness/random.ts'
import type { Fault } from '../support/stripe-faults.ts'
import type { Delivery } from './delivery.ts'
import { downloadOf, type Mailbox } from './mailbox.ts'
import type { Shop } from './shop.ts'

/**
 * What a buyer does. `later`: a bank transfer that arrives. `bounced`: a bank transfer that the bank refuses. `lose`: a
 * dispute that the seller loses.
 */
const plans = [
  'pay',
  'pay',
  'pay',
  'pay',
  'later',
  'bounced',
  'leave',
  'refund',
  'refund-half',
  'dispute',
  'lose',
] as const

export interface Purchase {
  plan: (typeof plans)[number]
  email: string
  name: string
  /** The buyer's own network address. */
  client: string
  /** Null: the shop has not opened a payment page yet. */
  sessionId: string | null
  /** Ids of the events that report the payment. */
  paidBy: string[]
  /** Whether the seller got the money at any time. */
  paid: boolean
}

export interface Traffic {
  purchases: Purchase[]
  /** Answers that buyers should never get, as sentences. */
  problems: string[]
  downloads: number
  /** Starts no more buyers, and waits for those that have started. */
  finish(): Promise<void>
}

const sessionFaults: Fault[] = ['500', '429', 'drop-before', 'drop-after', '500-saved', '500-saved-after']

export function startTraffic(options: {
  shop: Shop
  delivery: Delivery
  mailbox: Mailbox
  seed: string
  /** The number of buyers at the same time. */
  buyers: number
}): Traffic {
  const { shop, delivery, mailbox, seed } = options
  const { stripe } = shop
  const traffic: Traffic = { purchases: [], problems: [], downloads: 0, finish }
  let open = true
  let buyersSoFar = 0

  /** Sends a request. @returns null when the server does not answer, because it may be restarting */
  async function post(path: string, client: string, fields: object): Promise<Response | null> {
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      body: JSON.stringify(fields),
    }
    return fetch(shop.url + path, request).catch(() => null)
  }

  /** Starts a checkout, with retries until the shop opens a payment page. @returns the id of its session */
  async function openCheckout(purchase: Purchase, random: Random): Promise<string> {
    for (;;) {
      if (random.chance(0.05)) stripe.faults.add('POST /v1/checkout/sessions', random.pick(sessionFaults))
      const clicks = random.chance(0.15) ? 2 : 1
      const { client, name, email } = purchase
      const answers = await Promise.all(
        Array.from({ length: clicks }, () => post(functions.createCheckout, client, { name, email })),
      )
      const urls = new Set<string>()
      for (const answer of answers) {
        const body = await answer?.json().catch(() => null)
        if (answer?.status === 200 && body?.url) urls.add(body.url)
        else if (answer && ![429, 502, 503].includes(answer.status))
          traffic.problems.push(`the checkout of ${email} got status ${answer.status}`)
      }
      const opened = [...urls].map((url) => stripe.session(url.split('/').at(-1) ?? ''))
      const prices = opened.map(({ amount_total }) => amount_total ?? 0).sort((a, b) => a - b)
      // An early-bird seat can become free between the two clicks. Then the second click gets the lower price.
      if (new Set(prices).size < prices.length)
        traffic.problems.push(`a double click of ${email} opened two payment pages at ${prices[0]} cents`)
      const best = opened.find(({ amount_total }) => amount_total === prices[0])
      if (best) return best.id
      await pause(30 + random.below(100))
    }
  }

  async function buy(): Promise<void> {
    const buyer = ++buyersSoFar
    const random = seeded(`${seed}/buyer ${buyer}`)
    const purchase: Purchase = {
      plan: random.pick(plans),
      email: `buyer-${buyer}@example.com`,
      name: `Buyer ${buyer}`,
      client: `10.${buyer >> 16}.${(buyer >> 8) & 255}.${buyer & 255}`,
      sessionId: null,
      paidBy: [],
      paid: false,
    }
    traffic.purchases.push(purchase)
    purchase.sessionId = await openCheckout(purchase, random)
    await act(purchase, purchase.sessionId)
    if (purchase.paid && random.chance(0.2)) {
      await post(functions.resendLink, purchase.client, { email: purchase.email })
    }
  }

  async function act(purchase: Purchase, sessionId: string): Promise<void> {
    const hold = { hold: true }
    if (purchase.plan === 'leave') return
    if (purchase.plan === 'later' || purchase.plan === 'bounced') {
      delivery.add(await stripe.payLater(sessionId, hold))
      const isPaid = purchase.plan === 'later'
      const events = await (isPaid
        ? stripe.bankConfirms(sessionId, hold)
        : stripe.bankRefuses(sessionId, hold))
      if (isPaid) purchase.paidBy = events.map(({ id }) => id)
      purchase.paid = isPaid
      return delivery.add(events)
    }
    const events = await stripe.pay(sessionId, hold)
    purchase.paidBy = events.filter(({ type }) => type === 'checkout.session.completed').map(({ id }) => id)
    purchase.paid = true
    delivery.add(events)
    const payment = stripe.session(sessionId).payment_intent ?? ''
    if (purchase.plan === 'refund') delivery.add(await stripe.refund(payment, null, hold))
    if (purchase.plan === 'refund-half') delivery.add(await stripe.refund(payment, 17400, hold))
    if (purchase.plan === 'dispute' || purchase.plan === 'lose') {
      delivery.add(await stripe.dispute(payment, hold))
      if (purchase.plan === 'lose') delivery.add(await stripe.closeDispute(payment, 'lost', hold))
    }
  }

  /** Opens links from received mails while there are buyers. */
  async function downloadSome(random: Random): Promise<void> {
    while (open) {
      const mails = [...(await mailbox.read()).values()].filter((mail) => downloadOf(mail) !== null)
      if (mails.length > 0) await download(random.pick(mails))
      await pause(20)
    }
  }

  async function download(mail: Parameters<typeof downloadOf>[0]): Promise<void> {
    const purchase = traffic.purchases.find(({ email }) => email === mail.to)
    const received = downloadOf(mail)
    if (!received || !purchase) return
    const headers = { 'x-forwarded-for': purchase.client }
    const answer = await fetch(received.link, { method: 'POST', headers }).catch(() => null)
    const bytes = await answer?.arrayBuffer().catch(() => null)
    if (!answer || !bytes || answer.status === 429 || answer.status === 503) return
    const mayBeClosed = purchase.plan === 'refund' || purchase.plan === 'lose'
    if (answer.status === 403 && mayBeClosed) return
    traffic.downloads++
    const digest = createHash('sha256').update(Buffer.from(bytes)).digest('hex')
    if (answer.status !== 200) traffic.problems.push(`the download of ${mail.to} got status ${answer.status}`)
    else if (received.sha256 && digest !== received.sha256)
      traffic.problems.push(`the download of ${mail.to} does not match the digest in the mail`)
  }

  const buyers = Array.from({ length: options.buyers }, async (_, lane) => {
    const random = seeded(`${seed}/lane ${lane}`)
    while (open) {
      await buy()
      await pause(random.below(150))
    }
  })
  const readers = [0, 1].map((lane) => downloadSome(seeded(`${seed}/reader ${lane}`)))
  // An error here is a bug in this file. It must end the run. Otherwise, the traffic would stop silently.
  const all = Promise.all([...buyers, ...readers])
  all.catch((error) => traffic.problems.push(`the traffic broke: ${error?.stack ?? error}`))

  async function finish() {
    open = false
    await all
  }
  return traffic
}
