import { expect, test } from '@playwright/test'
import PostalMime from 'postal-mime'
import { functions } from '../../contract/paths.ts'
import { signLink } from '../../server/downloads/link.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { type ServerProcess, startServer, temporaryDirectory } from '../support/server-process.ts'
import { type SmtpStandIn, startSmtp } from '../support/smtp.ts'

const seller = 'seller@shop.example'
const linkSecret = 'a link secret for the shop of this test'
const typo = 'ada@gmial.test'
const right = 'ada@gmail.test'

// One worker for both tests, so that the shop starts once.
test.describe.configure({ mode: 'default' })

/** A shop of its own, whose mail server refuses the buyer with the typo. */
const folder = temporaryDirectory()
let smtp: SmtpStandIn
let shop: ServerProcess

test.beforeAll(async () => {
  smtp = await startSmtp({
    refuse: (to) => (to === typo ? { code: 550, text: '5.1.1 No such user here' } : null),
  })
  shop = await startServer(folder.path, {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'kit@shop.example',
    SELLER_EMAIL: seller,
    LINK_SECRET: linkSecret,
  })
})
test.afterAll(async () => {
  shop.child.kill('SIGTERM')
  await shop.ended
  await smtp.stop()
  folder.remove()
})

async function mailsTo(address: string) {
  const raw = smtp.deliveries.filter(({ to }) => to.includes(address))
  return Promise.all(raw.map((delivery) => PostalMime.parse(delivery.raw)))
}

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, javaScriptEnabled: false })

test('a buyer with a typo in the address: the seller hears of it, repairs it on a phone, and the receipt arrives', async ({
  page,
}) => {
  test.slow()
  const answer = await page.request.post(shop.url + functions.createCheckout, {
    data: aBuyer({ email: typo }),
  })
  await page.goto((await answer.json()).url)
  await page.getByRole('button', { name: /^Pay / }).first().click()
  await expect(page).toHaveURL(/\/payment-success/)

  const notice = async () =>
    (await mailsTo(seller)).find(({ subject }) => subject?.startsWith('Not delivered'))
  await expect.poll(notice, { timeout: 60_000 }).toBeDefined()
  const { text = '', html = '' } = (await notice()) ?? {}
  expect(text).toContain(typo)
  // The server's words alone, without Nodemailer's before them.
  expect(text).toMatch(/^> 550 5\.1\.1 No such user here/m)
  const link = /href="([^"]+)"[^>]*>Open this order/.exec(html)?.[1] ?? ''
  expect(link).toMatch(new RegExp(`^${shop.url}/seller/v1\\.`))

  const opened = await page.goto(link)
  expect(opened?.headers()['referrer-policy']).toBe('no-referrer')
  const main = page.getByRole('main')
  await expect(main).toContainText('not delivered')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375)
  const address = main.getByLabel('Send mail about this order to')
  await expect(address).toBeInViewport()
  await address.fill(right)
  await main.getByRole('button', { name: 'Change and send again' }).click()
  await expect(main).toContainText(`Mail about this order now goes to ${right}`)

  const receipt = async () => (await mailsTo(right))[0]
  await expect.poll(receipt, { timeout: 20_000 }).toBeDefined()
  const download = /https?:\/\/\S+\/functions\/v1\/download\/[\w.-]+/.exec((await receipt())?.text ?? '')?.[0]
  expect((await page.request.get(download ?? '')).status()).toBe(200)
  expect(shop.output()).not.toContain(link.split('/').at(-1))
  // The page says so, too, and its address is in no Referer.
  await page.reload()
  await expect(main.getByText(`receipt to ${right}`)).toContainText('sent')
})

test('an expired link: one button on a phone mails a fresh one to the seller', async ({ page }) => {
  const email = 'grace@example.com'
  const answer = await page.request.post(shop.url + functions.createCheckout, { data: aBuyer({ email }) })
  await page.goto((await answer.json()).url)
  await page.getByRole('button', { name: /^Pay / }).first().click()
  const notice = async (kind: string) =>
    (await mailsTo(seller)).find(({ subject, text }) => subject?.startsWith(kind) && text?.includes(email))
  await expect.poll(() => notice('Sale'), { timeout: 30_000 }).toBeDefined()
  const link = /\/seller\/v1\.\S+\.(\S+)\.\w+/.exec((await notice('Sale'))?.text ?? '')
  const orderId = Buffer.from(link?.[1] ?? '', 'base64url').toString()

  const expired = signLink({ orderId, expiresAt: Date.now() - 1000 }, linkSecret, 'seller')
  expect((await page.goto(`${shop.url}/seller/${expired}`))?.status()).toBe(410)
  const button = page.getByRole('main').getByRole('button')
  await expect(button).toHaveCount(1)
  await expect(button).toBeInViewport()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375)
  await button.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('mailbox')

  await expect.poll(() => notice('New link'), { timeout: 30_000 }).toBeDefined()
  await page.goto(/\S+\/seller\/v1\.\S+/.exec((await notice('New link'))?.text ?? '')?.[0] ?? '')
  await expect(page.getByRole('main')).toContainText(email)
  await page.getByRole('button', { name: 'Close the download' }).click()
  await expect(page.getByRole('main')).toContainText('Done. The download is closed.')
  await page.getByRole('button', { name: 'Open the download' }).click()
  await expect(page.getByRole('main')).toContainText('Done. The download is open.')
})
