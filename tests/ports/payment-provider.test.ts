import { expect, test } from 'vitest'
import { payments } from '#content/payments.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { silentLog } from '../../server/log/log.ts'
import { createSandbox } from '../../server/payments/sandbox/sandbox.ts'
import { createStripeProvider } from '../../server/payments/stripe/provider.ts'
import { alwaysOnBothDatabases, type DatabaseConfig } from '../support/databases.ts'
import { sessionInput } from '../support/session-input.ts'
import { startStripeStandIn } from '../support/stripe-stand-in.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'
import { type ProviderBench, paymentProviderContract } from './payment-provider.ts'

async function sandboxBench(config: DatabaseConfig): Promise<ProviderBench> {
  const database = openDatabase(config)
  await migrate(database)
  await database.deleteFrom('sandbox_sessions').execute()
  const webhook = await startWebhookReceiver()
  const secret = 'whsec_sandbox'
  const sandbox = createSandbox({
    database,
    secret,
    publicUrl: 'http://shop.test',
    webhookUrl: webhook.url,
    log: silentLog,
    now: Date.now,
  })
  webhook.readWith(sandbox.provider)
  /** The number of refunds and failed refunds of each session. The buttons refuse clicks from a stale page. */
  const refundChanges = new Map<string, number>()
  const press = (action: string) => async (id: string) => {
    const seen = refundChanges.get(id) ?? 0
    const body = new URLSearchParams({ action, 'refunds-seen': String(seen) })
    if (/refund/.test(action)) refundChanges.set(id, seen + 1)
    return sandbox.routes.request(`/checkout/${id}`, { method: 'POST', body })
  }
  return {
    provider: sandbox.provider,
    secret,
    now: Date.now,
    received: webhook.received,
    pay: press('pay'),
    payLater: press('pay-later'),
    bankConfirms: press('bank-confirms'),
    bankRefuses: press('bank-refuses'),
    refundHalf: press('partial-refund'),
    lastRefundFails: press('refund-fails'),
    dispute: press('dispute'),
    closeDispute: (id, state) => press(`dispute-${state}`)(id),
    fraudWarning: press('fraud-warning'),
    delivered: () => sandbox.runOnce(),
    async stop() {
      await sandbox.stop()
      await webhook.stop()
      await database.destroy()
    },
  }
}

async function stripeBench(): Promise<ProviderBench> {
  const webhook = await startWebhookReceiver()
  const standIn = await startStripeStandIn({ webhookUrl: webhook.url })
  const provider = createStripeProvider({
    secretKey: standIn.secretKey,
    webhookSecret: standIn.webhookSecret,
    apiUrl: standIn.url,
    now: Date.now,
  })
  webhook.readWith(provider)
  const paymentOf = (id: string) => standIn.account.session(id).payment_intent ?? ''
  const lastKey = (map: Map<string, unknown>) => [...map.keys()].at(-1) ?? ''
  return {
    provider,
    secret: standIn.webhookSecret,
    now: Date.now,
    received: webhook.received,
    pay: (id) => standIn.pay(id),
    payLater: (id) => standIn.payLater(id),
    bankConfirms: (id) => standIn.bankConfirms(id),
    bankRefuses: (id) => standIn.bankRefuses(id),
    refundHalf: (id) => {
      const { amount, amount_refunded } = standIn.account.chargeOf(paymentOf(id))
      return standIn.refund(paymentOf(id), Math.ceil((amount - amount_refunded) / 2))
    },
    lastRefundFails: () => standIn.failRefund(lastKey(standIn.account.refunds)),
    dispute: (id) => standIn.dispute(paymentOf(id)),
    closeDispute: (_, state) => standIn.closeDispute(lastKey(standIn.account.disputes), state),
    fraudWarning: (id) => standIn.fraudWarning(paymentOf(id)),
    delivered: () => standIn.settled(),
    async stop() {
      await standIn.stop()
      await webhook.stop()
    },
  }
}

alwaysOnBothDatabases('the sandbox', (newDatabase) => {
  let database: DatabaseConfig | undefined
  paymentProviderContract('the sandbox', async () => {
    database ??= await newDatabase()
    return sandboxBench(database)
  })
})
paymentProviderContract('Stripe', stripeBench)

test("all of Stripe's events are listed when they fill several pages", async () => {
  const standIn = await startStripeStandIn()
  const { secretKey, url: apiUrl } = standIn
  const provider = createStripeProvider({ secretKey, webhookSecret: null, apiUrl, now: Date.now })
  const sent = Array.from({ length: 250 }, () => standIn.event('refund.created', { id: 're_1' }))
  const ids: string[] = []
  for await (const page of provider.listEvents(0, null)) ids.push(...page.map(({ id }) => id))
  await standIn.stop()
  expect(ids).toEqual(sent.map(({ id }) => id).reverse())
})

test.each([true, false])(
  'a paid Stripe session has an invoice only if content turns invoices on: %s',
  async (invoices) => {
    const standIn = await startStripeStandIn()
    const provider = createStripeProvider({
      secretKey: standIn.secretKey,
      webhookSecret: null,
      apiUrl: standIn.url,
      now: Date.now,
      features: { ...payments, invoices },
    })
    const session = await provider.createSession(
      provider.buildRequest(sessionInput(Date.now() + 3_600_000)),
      'key',
    )
    expect(await provider.findInvoice(session.id)).toBeNull()
    await standIn.pay(session.id, { hold: true })
    const [invoice] = standIn.account.invoices.values()
    expect(Boolean(invoice)).toBe(invoices)
    expect(await provider.findInvoice(session.id)).toBe(invoice?.hosted_invoice_url ?? null)
    await standIn.stop()
  },
)
