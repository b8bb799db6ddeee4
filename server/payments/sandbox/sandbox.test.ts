import { afterEach, beforeEach, expect, test } from 'vitest'
import { input, sandboxPages, startSandbox, type TestSandbox } from '../../../tests/support/sandbox.ts'
import { billedPrice } from '../../../tests/support/shown-price.ts'

let shop: TestSandbox
beforeEach(async () => {
  shop = await startSandbox()
})
afterEach(() => shop.stop())

test('the page says that it is a sandbox and names the product, and its first button pays', async () => {
  const session = await shop.newSession()
  const page = await (await shop.show(session.id)).text()
  expect(page).toContain('No money moves')
  expect(page).toContain('ada@example.com')
  expect(page).toContain('Ada &lt;b&gt;Lovelace')
  expect(/<button[^>]*>([^<]*)</.exec(page)?.[1]).toBe(`Pay ${billedPrice(34800, 'usd')}`)
  expect(page).not.toContain('<script')
})

test('after a payment, the shop gets the event before the buyer is redirected to the success page', async () => {
  const session = await shop.newSession()
  const answer = await shop.press(session.id, 'pay')
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`http://shop.test/payment-success?session_id=${session.id}`)
  expect(shop.received.at(-1)).toMatchObject({
    effect: { kind: 'completed', paid: true, totalCents: 34800, taxCents: 0, currency: 'usd' },
    orderId: 'order-1',
    sessionId: session.id,
    payerEmail: 'ada@example.com',
    livemode: false,
  })
  expect(await shop.provider.findSession(session.id)).toMatchObject({
    status: 'complete',
    paid: true,
    url: null,
  })
})

test('two tabs and double clicks pay once, and both get the success page', async () => {
  const session = await shop.newSession()
  const both = await Promise.all([shop.press(session.id, 'pay'), shop.press(session.id, 'pay')])
  expect(both.map((answer) => answer.headers.get('location'))).toEqual([
    `http://shop.test/payment-success?session_id=${session.id}`,
    `http://shop.test/payment-success?session_id=${session.id}`,
  ])
  expect(shop.kinds().filter((kind) => kind === 'completed')).toHaveLength(1)
})

test('a declined card leaves the checkout open for another try', async () => {
  const session = await shop.newSession()
  const answer = await shop.press(session.id, 'decline')
  expect(answer.headers.get('location')).toBe(`http://shop.test/sandbox/checkout/${session.id}?declined=1`)
  const page = await (await sandboxPages(shop.sandbox).request(`/checkout/${session.id}?declined=1`)).text()
  expect(page).toContain('The card was declined.')
  expect(await shop.provider.findSession(session.id)).toMatchObject({ status: 'open', paid: false })
})

test('after a payment that the bank refused, the link leads to the shop, not to the success page', async () => {
  const session = await shop.newSession()
  await shop.press(session.id, 'pay-later')
  expect(await (await shop.show(session.id)).text()).toContain('href="http://shop.test/payment-success')
  await shop.press(session.id, 'bank-refuses')
  const page = await (await shop.show(session.id)).text()
  expect(page).toContain('The bank refused the payment. Nothing was charged.')
  expect(page).toContain(`href="${input.cancelUrl}"`)
  expect(page).not.toContain('payment-success')
})

test('GET and HEAD change nothing', async () => {
  const session = await shop.newSession()
  const rows = () => shop.database.selectFrom('sandbox_sessions').selectAll().execute()
  const before = await rows()
  await shop.show(session.id)
  await shop.show(session.id, 'HEAD')
  expect(await rows()).toEqual(before)
})

test('an unknown checkout gets status 404, and an unknown action or a broken form gets status 400', async () => {
  const session = await shop.newSession()
  expect((await shop.show('cs_sandbox_other')).status).toBe(404)
  expect((await shop.press('cs_sandbox_other', 'pay')).status).toBe(404)
  expect((await shop.press(session.id, 'steal')).status).toBe(400)
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const broken = { method: 'POST', headers, body: '--x\r\nbroken' }
  expect((await sandboxPages(shop.sandbox).request(`/checkout/${session.id}`, broken)).status).toBe(400)
})

test('a JSON body whose number of refunds is an object gets status 400', async () => {
  const { id } = await shop.newSession()
  const answer = await sandboxPages(shop.sandbox).request(`/checkout/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"action": "refund", "refunds-seen": {"toString": 1, "valueOf": 1}}',
  })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('does not know what to do with this form')
})

test('a checkout whose time is over expires, sends an event, and cannot be paid', async () => {
  const session = await shop.newSession()
  shop.clock = input.expiresAt
  expect(await shop.provider.findSession(session.id)).toMatchObject({ status: 'expired', url: null })
  await shop.sandbox.runOnce()
  expect(shop.kinds()).toEqual(['expired'])
  const answer = await shop.press(session.id, 'pay')
  expect(answer.headers.get('location')).toBe(`http://shop.test/sandbox/checkout/${session.id}`)
  expect(await (await shop.show(session.id)).text()).toContain('This checkout has expired')
  expect(shop.kinds()).toEqual(['expired'])
})

test('the buttons of a checkout cause at most 50 events, and then a page says so', async () => {
  const session = await shop.newSession()
  await shop.press(session.id, 'pay')
  let answer: Response | undefined
  let presses = 0
  do {
    const page = await (await shop.show(session.id)).text()
    const seen = /name="refunds-seen" value="(\d+)"/.exec(page)?.[1] ?? ''
    answer = await shop.press(session.id, presses % 2 ? 'refund-fails' : 'refund', { 'refunds-seen': seen })
    presses++
  } while (answer.status === 303 && presses < 60)
  expect(answer.status).toBe(409)
  expect(await answer.text()).toContain('The sandbox allows 50 events for each checkout.')
  const [row] = await shop.database.selectFrom('sandbox_sessions').selectAll().execute()
  expect(JSON.parse(row?.listed_events ?? '')).toHaveLength(50)
})
