import { afterEach, beforeEach, expect, test } from 'vitest'
import { input, sandboxPages, startSandbox, type TestSandbox } from '../../../tests/support/sandbox.ts'
import { billedPrice } from '../../../tests/support/shown-price.ts'
import { sessionRequest } from '../stripe/request.ts'
import { codesToTry } from './codes.ts'

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

const eckert = {
  business: 'on',
  'business-name': 'Eckert <b>& Mauchly</b>',
  'business-address': '1215 Walnut Street',
  'business-city': 'Philadelphia',
  'business-state': 'PA',
  'business-postalCode': '19107',
  'business-country': 'United States',
  'business-taxId': 'DE123456789',
}
const invoiceOf = async (id: string) => {
  const found = await shop.provider.findInvoice({ invoiceId: null, sessionId: id })
  const path = found?.url.replace('http://shop.test/sandbox', '') ?? '/none'
  return (await sandboxPages(shop.sandbox).request(path)).text()
}

test('a business checks a box, and its invoice has its name, address and tax id', async () => {
  const session = await shop.newSession()
  expect(await (await shop.show(session.id)).text()).toContain('I’m purchasing as a business')
  expect((await shop.press(session.id, 'pay', eckert)).status).toBe(303)
  const invoice = await invoiceOf(session.id)
  for (const text of [
    'Eckert &lt;b&gt;',
    '1215 Walnut Street',
    'Philadelphia<br>PA 19107',
    'Tax ID DE123456789',
  ])
    expect(invoice).toContain(text)
  expect(invoice).toContain(billedPrice(34800, 'usd'))
  expect(invoice).not.toContain('Lovelace')
  const [row] = await shop.database.selectFrom('sandbox_sessions').select('listed_events').execute()
  expect(row?.listed_events).toContain('"business_name":"Eckert')
})

test('a long text of a business loses its end, and no half of a character stays', async () => {
  const session = await shop.newSession()
  await shop.press(session.id, 'pay', { ...eckert, 'business-city': `a${'😀'.repeat(300)}` })
  expect(await invoiceOf(session.id)).toContain(`>a${'😀'.repeat(199)}<br>`)
})

test('without the box, the invoice has the name of the buyer, and what stands in the fields does not count', async () => {
  const session = await shop.newSession()
  const { business: _, ...unchecked } = eckert
  await shop.press(session.id, 'pay', unchecked)
  const invoice = await invoiceOf(session.id)
  expect(invoice).toContain('Ada &lt;b&gt;Lovelace')
  expect(invoice).not.toContain('Eckert')
  await shop.press(session.id, 'refund', { 'refunds-seen': '0' })
  expect(await invoiceOf(session.id)).toContain('credit note')
})

test('a business that leaves out a field pays nothing, and finds all that it has typed', async () => {
  const session = await shop.newSession()
  const answer = await shop.press(session.id, 'pay', { ...eckert, 'business-city': ' ' })
  expect(answer.status).toBe(400)
  const page = await answer.text()
  expect(page).toMatch(/<input[^>]*name="business-city"[^>]*aria-invalid="true"/)
  for (const value of ['1215 Walnut Street', 'DE123456789']) expect(page).toContain(`value="${value}"`)
  expect(page).toMatch(/name="business" checked/)
  expect(await shop.provider.findSession(session.id)).toMatchObject({ status: 'open', paid: false })
})

test('a business whose card is declined finds all that it has typed, and can still pay as a person', async () => {
  const session = await shop.newSession()
  await shop.press(session.id, 'decline', eckert)
  expect(await (await shop.show(session.id)).text()).toContain('value="1215 Walnut Street"')
  await shop.press(session.id, 'pay')
  expect(await invoiceOf(session.id)).not.toContain('Eckert')
})

test('an invoice states the price, the discount and what was paid', async () => {
  const [promotion = null] = codesToTry
  const request = sessionRequest({ ...input, promotion })
  const session = await shop.provider.createSession(request, 'key-2')
  await shop.press(session.id, 'pay')
  const [, table = ''] = (await invoiceOf(session.id)).split('<table')
  const sums = table.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  const [price, discount, paid] = [34800, 6960, 27840].map((cents) => billedPrice(cents, 'usd'))
  expect(sums).toContain(`${price} Discount, LAUNCH20 −${discount} Total ${paid}`)
})

test('an unpaid checkout has no invoice', async () => {
  const session = await shop.newSession()
  expect(await shop.provider.findInvoice({ invoiceId: null, sessionId: session.id })).toBeNull()
  expect((await sandboxPages(shop.sandbox).request('/invoice/in_sandbox_other')).status).toBe(404)
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
  // The seller's own refund by the API still works.
  await shop.provider.refund(row?.payment_id ?? '', 'refund:order-1')
  await shop.sandbox.runOnce()
  expect(shop.received.at(-1)?.effect).toMatchObject({ refundedCents: 34800 })
})
