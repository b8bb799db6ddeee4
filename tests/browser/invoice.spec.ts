import { expect, test } from '@playwright/test'
import PostalMime from 'postal-mime'
import { catalog } from '#content/catalog.ts'
import { invoices } from '#content/invoices.ts'
import { site } from '#content/site.ts'
import { functions } from '../../contract/paths.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { type ServerProcess, startServer, temporaryDirectory } from '../support/server-process.ts'
import { billedPrice } from '../support/shown-price.ts'
import { type SmtpStandIn, startSmtp } from '../support/smtp.ts'

const folder = temporaryDirectory()
let smtp: SmtpStandIn
let shop: ServerProcess

test.beforeAll(async () => {
  smtp = await startSmtp()
  shop = await startServer(folder.path, { SMTP_URL: smtp.url, MAIL_FROM: 'kit@shop.example' })
})
test.afterAll(async () => {
  shop.child.kill('SIGTERM')
  await shop.ended
  await smtp.stop()
  folder.remove()
})

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, javaScriptEnabled: false })

test('a business buys on a phone, and its invoice fits the screen and prints on one page', async ({
  page,
}) => {
  const email = 'books@eckert.example'
  const answer = await page.request.post(shop.url + functions.createCheckout, { data: aBuyer({ email }) })
  await page.goto((await answer.json()).url)
  const width = () => page.evaluate('document.documentElement.scrollWidth')
  const pay = page.getByRole('button', { name: `Pay ${billedPrice(catalog.priceCents)}` })

  await expect(page.getByLabel('Tax ID')).toBeHidden()
  await page.getByLabel('I’m purchasing as a business').check()
  // About as long as the fields allow.
  const typed = {
    'Business name': Array(5).fill('Eckert–Mauchly Computer Corporation').join(' '),
    Address: Array(10).fill('1215 Walnut Street').join(' '),
    City: Array(15).fill('Philadelphia').join(' '),
    State: 'Pennsylvania',
    'Postal code': '19107',
    Country: 'United States',
  }
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text)
  expect(await width()).toBeLessThanOrEqual(375)
  await pay.click()
  // What was typed survives the mistake.
  await expect(page.getByLabel('Tax ID')).toBeFocused()
  await expect(page.getByLabel('Business name')).toHaveValue(typed['Business name'])
  await page.getByLabel('Tax ID').fill('US 23-1234567')
  await pay.click()
  await expect(page).toHaveURL(/\/payment-success/)

  const receipt = () => smtp.deliveries.find(({ to }) => to.includes(email))?.raw
  await expect.poll(receipt, { timeout: 15_000 }).toBeDefined()
  const { html = '' } = await PostalMime.parse(receipt() ?? '')
  const [, link = ''] = new RegExp(`href="([^"]+)"[^>]*>${invoices.mail.link}<`).exec(html) ?? []
  expect(link).toMatch(new RegExp(`^${shop.url}/invoice/v1\\.`))

  await page.goto(link)
  const main = page.getByRole('main')
  await expect(page).toHaveURL(/\/sandbox\/invoice\//)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Invoice')
  for (const text of [...Object.values(typed), 'US 23-1234567', email, site.seller.legalName])
    await expect(main).toContainText(text)
  await expect(main.getByRole('row', { name: 'Total' })).toContainText(billedPrice(catalog.priceCents))
  await expect(main).toContainText(/[0-9A-F]{8}-0001/)
  expect(await width()).toBeLessThanOrEqual(375)
  for (const format of ['A4', 'Letter']) {
    const pdf = (await page.pdf({ format })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g), format).toHaveLength(1)
  }
})
