// The clock of the machine is an hour wrong. The server has this machine's clock, so the stand-in's is an hour wrong instead.
import { expect, onTestFinished, test } from 'vitest'
import { functions } from '../../contract/paths.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { startServer, temporaryDirectory } from '../support/server-process.ts'
import { startSmtp } from '../support/smtp.ts'
import { payButton, startStripeStandIn } from '../support/stripe-stand-in.ts'

const hour = 3_600_000

test.each([
  // The provider's events come from the future, and are taken.
  ['slow', hour],
  // The provider's events seem an hour old, so they are refused as forged. The shop asks when the buyer comes back.
  ['fast', -hour],
])('with a clock that is an hour %s, a buyer pays and gets the receipt', async (_, ahead) => {
  const data = temporaryDirectory()
  const stripe = await startStripeStandIn({ now: () => Date.now() + ahead })
  const smtp = await startSmtp()
  const server = await startServer(data.path, {
    ...stripe.env,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'kit@shop.example',
  })
  onTestFinished(async () => {
    server.child.kill('SIGTERM')
    await server.ended
    await stripe.stop()
    await smtp.stop()
    data.remove()
  })
  stripe.setWebhookUrl(server.url + functions.paymentWebhook)

  const started = await fetch(server.url + functions.createCheckout, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(aBuyer({ email: 'ada@example.com' })),
  })
  expect(started.status).toBe(200)
  const paid = await fetch((await started.json()).url, payButton)
  const back = await fetch(paid.headers.get('location') ?? '', { redirect: 'manual' })
  expect(back.headers.get('location')).toContain('/payment-success')
  const recipients = () => smtp.deliveries.flatMap(({ to }) => to)
  await expect.poll(recipients, { timeout: 20_000 }).toEqual(['ada@example.com'])
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  // The log tells the seller.
  expect(server.output()).toContain('"event":"clock.differs"')
})
