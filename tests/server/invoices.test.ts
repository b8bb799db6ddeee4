import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { invoices } from '#content/invoices.ts'
import { invoicePath, sellerPath } from '../../contract/paths.ts'
import { createApp } from '../../server/app.ts'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import type { Mail } from '../../server/database/schema.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import { invoiceLinkLifeMs, linkLifeMs, signLink } from '../../server/downloads/link.ts'
import { creditNoteAdvice } from '../../server/invoices/credit-note.ts'
import { silentLog } from '../../server/log/log.ts'
import { renderMail } from '../../server/mail/render-mail.ts'
import { findOrder } from '../../server/orders/find-orders.ts'
import { receiveEvent } from '../../server/orders/receive-event.ts'
import type { SandboxEvent } from '../../server/payments/sandbox/checkout.ts'
import { createStripeProvider } from '../../server/payments/stripe/adapter.ts'
import { defaultLimits } from '../../server/payments/stripe/client.ts'
import { signBody } from '../../server/payments/stripe/signature.ts'
import { erasePerson } from '../../server/personal-data/erase.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { act } from '../support/acts.ts'
import { onBothDatabases } from '../support/databases.ts'
import { openShop } from '../support/shop.ts'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.ts'

onBothDatabases('the invoice of a sale', (newDatabase) => {
  let stripe: StripeStandIn
  let shop: Dependencies & { clock: { now: number } }
  let app: ReturnType<typeof createApp>
  let lines: string[]
  let sessionId: string
  let id: string

  beforeEach(async () => {
    lines = []
    const warn = (event: string) => void lines.push(event)
    const fake = await openShop(await newDatabase())
    stripe = await startStripeStandIn({ now: fake.now })
    const payments = createStripeProvider({
      name: 'stripe',
      secretKey: stripe.secretKey,
      webhookSecret: stripe.webhookSecret,
      apiUrl: stripe.url,
      now: fake.now,
      limits: { ...defaultLimits, retries: 0 },
    })
    shop = { ...fake, payments, log: { ...silentLog, warn } }
    shop.config = { ...fake.config, payments: 'stripe', publicUrl: 'https://shop.example' }
    app = createApp(shop)
    await startCheckout(shop, aBuyer(), '203.0.113.1')
    sessionId = stripe.sessions()[0]?.id ?? ''
    id = stripe.sessions()[0]?.client_reference_id ?? ''
  })
  afterEach(async () => {
    await stripe.stop()
    await shop.database.destroy()
  })

  async function receive(events: SandboxEvent[]): Promise<void> {
    for (const event of events) {
      const body = JSON.stringify(event)
      const headers = new Headers({ 'stripe-signature': signBody(body, stripe.webhookSecret, shop.now()) })
      await receiveEvent(shop, await shop.payments.readEvent(Buffer.from(body), headers), body)
    }
  }
  const pay = async () => receive(await stripe.pay(sessionId, { hold: true }))
  const order = () => findOrder(shop.database, id)
  const mail = async (kind: Mail['kind']) => {
    const queued = await shop.database
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', kind)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    return (await renderMail(queued, shop)).text
  }
  const linkIn = (text: string) => /https:\/\/shop\.example(\/invoice\/v1\.\S+?)\)/.exec(text)?.[1] ?? ''
  /** The calls to Stripe while something is done. */
  const calls = async (work: () => unknown) => {
    stripe.requests.length = 0
    await work()
    return stripe.requests.map(({ method, path }) => `${method} ${path}`)
  }
  const invoiceId = () => stripe.session(sessionId).invoice ?? ''
  const invoiceLink = () =>
    signLink({ orderId: id, expiresAt: shop.now() + invoiceLinkLifeMs }, shop.linkSecret, 'invoice')

  test('is asked for with the session, and so are the name, the address and the tax id on it', () => {
    const [create] = stripe.requests.filter(({ path }) => path === '/v1/checkout/sessions')
    const body = Object.fromEntries(new URLSearchParams(create?.body))
    expect(body).toMatchObject({
      'invoice_creation[enabled]': 'true',
      'tax_id_collection[enabled]': 'true',
      billing_address_collection: 'required',
    })
    // The default makes a customer where an invoice needs one. The box of a business asks for its name.
    for (const name of ['customer_creation', 'name_collection[business][enabled]'])
      expect(body).not.toHaveProperty(name)
  })

  test('is stored by its id, and the receipt leads to its present address by one call', async () => {
    await pay()
    expect(await order()).toMatchObject({ status: 'paid', invoice_id: invoiceId() })
    const link = linkIn(await mail('receipt'))
    let response: Response | undefined
    const made = await calls(async () => {
      response = await app.request(link)
    })
    expect(made).toEqual([`GET /v1/invoices/${invoiceId()}`])
    expect(response?.status).toBe(303)
    expect(response?.headers.get('location')).toBe(`${stripe.url}/sandbox/invoice/${invoiceId()}`)
    expect(response?.headers.get('cache-control')).toBe('no-store')
    expect(await fetch(response?.headers.get('location') ?? '')).toMatchObject({ status: 200 })
  })

  test('is found by its session if Stripe made it after the event, and its id is then stored', async () => {
    const events = await stripe.pay(sessionId, { hold: true })
    await receive(
      events.map((event) => ({ ...event, data: { object: { ...event.data.object, invoice: null } } })),
    )
    expect(await order()).toMatchObject({ status: 'paid', invoice_id: null })
    const session = `GET /v1/checkout/sessions/${sessionId}`
    const invoice = `GET /v1/invoices/${invoiceId()}`
    // The receipt does not wait for an invoice that Stripe does not show.
    stripe.faults.add('GET /v1/invoices', '500')
    let link = ''
    const renderReceipt = async () => {
      link = linkIn(await mail('receipt'))
    }
    expect(await calls(renderReceipt)).toEqual([session, invoice])
    expect(await order()).toMatchObject({ invoice_id: null })
    expect(await calls(() => app.request(link))).toEqual([session, invoice])
    expect(await order()).toMatchObject({ invoice_id: invoiceId() })
    expect(await calls(() => app.request(link))).toEqual([invoice])
    expect(await calls(renderReceipt)).toEqual([])
    await shop.database.updateTable('orders').set({ invoice_id: null }).execute()
    await renderReceipt()
    expect(await order()).toMatchObject({ invoice_id: invoiceId() })
  })

  test('has no link before the payment, and none if the checkout did not ask for one', async () => {
    await shop.database.updateTable('orders').set({ request: '{}' }).execute()
    const events = await stripe.pay(sessionId, { hold: true })
    await receive(
      events.map((event) => ({ ...event, data: { object: { ...event.data.object, invoice: null } } })),
    )
    const text = await mail('receipt')
    expect(text).not.toContain('/invoice/')
    expect(text).not.toContain(invoices.mail.link)
  })

  describe('its link leads to a page of the shop that says what to do', () => {
    const show = async (path = invoicePath(invoiceLink())) => {
      const response = await app.request(path)
      const text = await response.text()
      expect(response.headers.get('cache-control')).toBe('no-store')
      return { status: response.status, text: text.replace(/&#39;/g, "'") }
    }

    test('when there is none', async () => {
      await pay()
      const checkout = stripe.checkouts.get(sessionId)
      if (checkout) checkout.request.invoice_creation = { enabled: false }
      const { status, text } = await show()
      expect(status).toBe(404)
      expect(text).toContain(invoices.none.text)
      expect(text).toContain(id)
    })

    test.each([['500'], ['gateway'], ['403']] as const)('when Stripe does not show it: %s', async (fault) => {
      await pay()
      stripe.faults.add('GET /v1/invoices', fault)
      const { status, text } = await show()
      expect(status).toBe(502)
      expect(text).toContain(invoices.unavailable.text)
      expect(lines).toContain('invoice.not_opened')
      expect((await app.request(invoicePath(invoiceLink()))).status).toBe(303)
    })

    test('when the shop runs in another mode', async () => {
      await pay()
      await shop.database.updateTable('orders').set({ livemode: 1 }).execute()
      expect(await calls(show)).toEqual([])
      expect(await show()).toMatchObject({ status: 502 })
    })

    test('when it was signed for another purpose or by somebody else', async () => {
      await pay()
      const link = { orderId: id, expiresAt: shop.now() + linkLifeMs }
      for (const token of [
        signLink(link, shop.linkSecret),
        signLink(link, shop.linkSecret, 'seller'),
        signLink(link, 'x'.repeat(43), 'invoice'),
        signLink({ ...link, orderId: 'nobody' }, shop.linkSecret, 'invoice'),
      ]) {
        const { status, text } = await show(invoicePath(token))
        expect(status).toBe(404)
        expect(text).toContain(invoices.unknown.text)
      }
    })

    test('when the buyer is erased: the id stays for the books, and the link is closed', async () => {
      await pay()
      const link = invoicePath(invoiceLink())
      await erasePerson(shop.database, 'ada@example.com', { by: 'grace', now: shop.now() })
      const { status, text } = await show(link)
      expect(status).toBe(410)
      expect(text).toContain(invoices.erased.text)
      expect(await order()).toMatchObject({ email: '', invoice_id: invoiceId() })
    })

    test('when the address has changed: a button mails a new link there, which works', async () => {
      await pay()
      const link = invoicePath(invoiceLink())
      shop.clock.now += 2000
      await act(shop, 'change-address', id, 'ada@new.example')
      await shop.database.deleteFrom('outbox').where('kind', '=', 'link').execute()
      const { status, text } = await show(link)
      expect(status).toBe(410)
      expect(text).toContain(invoices.expired.text)
      const [, action = '', token = ''] =
        /action="([^"]+)"[\s\S]*name="token" value="([^"]+)"/.exec(text) ?? []
      const body = new URLSearchParams({ token })
      await app.request(action, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' }, body })
      expect((await app.request(linkIn(await mail('link')))).status).toBe(303)
    })

    test('when the address of a refunded order has changed: no email has a link any more', async () => {
      await pay()
      const link = invoicePath(invoiceLink())
      const changed = { links_from: shop.now() + 1000, refunded_at: shop.now(), status: 'refunded' } as const
      await shop.database.updateTable('orders').set(changed).execute()
      const { status, text } = await show(link)
      expect(status).toBe(410)
      expect(text).toContain(invoices.expired.write)
      expect(text).not.toContain('<form')
    })

    test('after too many requests', async () => {
      await pay()
      const statuses = new Set<number>()
      for (let request = 0; request < 21; request++)
        statuses.add((await app.request(invoicePath(invoiceLink()))).status)
      expect([...statuses]).toEqual([303, 429])
    })
  })

  test('stays as it is after a refund: buyer and seller read how it is corrected', async () => {
    await pay()
    const pageLink = signLink({ orderId: id, expiresAt: shop.now() + linkLifeMs }, shop.linkSecret, 'seller')
    const sellersPage = async () => (await app.request(sellerPath(pageLink))).text()
    const advice = creditNoteAdvice.slice(0, 60)
    expect(await sellersPage()).toContain('/invoice/v1.')
    expect(await sellersPage()).not.toContain(advice)

    await receive(await stripe.refund((await order()).payment_id ?? '', null, { hold: true }))
    expect(await sellersPage()).toContain(advice)
    const onOneLine = async (kind: Mail['kind']) => (await mail(kind)).replace(/\s+/g, ' ')
    expect(await onOneLine('refund-notice')).toContain(creditNoteAdvice)
    const toBuyer = await onOneLine('refund')
    expect(toBuyer).toContain(invoices.refunded)
    // A mail that was queued before `change-address` may still reach the former address.
    expect(toBuyer).not.toContain('/invoice/')
  })
})
