import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import PostalMime from 'postal-mime'
import { catalog } from '#content/catalog.ts'
import { downloads } from '#content/downloads.ts'
import { hero } from '#content/home/hero.ts'
import { pricing } from '#content/home/pricing.ts'
import { labels } from '#content/labels.ts'
import { lostLink } from '#content/lost-link.ts'
import { inputProblems } from '#content/messages.ts'
import { purchase } from '#content/purchase.ts'
import { site } from '#content/site.ts'
import { words } from '#content/words.ts'
import { functions } from '../../contract/paths.ts'
import { structuredOffers } from '../../contract/structured-offer.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { billedPrice, shownPrice } from '../support/shown-price.ts'
import { watchPolicy } from './policy.ts'

const mailFolder = path.join(process.env.BROWSER_TEST_DATA ?? '', 'mail')

/** Starts a checkout over HTTP. @param client the buyer's network address @returns the URL of the hosted page */
async function startCheckout(request: APIRequestContext, email: string, client: string): Promise<string> {
  const answer = await request.post(functions.createCheckout, {
    data: aBuyer({ email }),
    headers: { 'x-forwarded-for': client },
  })
  return (await answer.json()).url
}

/** All mails that the shop has sent to one address so far. */
async function mailsTo(address: string) {
  const names = await readdir(mailFolder).catch(() => [])
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .map(async (name) => PostalMime.parse(await readFile(path.join(mailFolder, name)))),
  )
  return mails.filter((mail) => mail.to?.some((to) => to.address === address))
}

/** Waits for a mail to the address. @param subject a part of its subject; by default, any */
async function mailTo(address: string, subject?: string) {
  const isMatch = (mail: { subject?: string | undefined }) =>
    subject === undefined || mail.subject?.includes(subject) === true
  await expect.poll(async () => (await mailsTo(address)).some(isMatch)).toBe(true)
  const mail = (await mailsTo(address)).find(isMatch)
  if (!mail) throw new Error(`no mail to ${address}`)
  return mail
}

/** Follows the mail's link to the file and compares it with the digest that the mail states. */
async function downloadFrom(page: Page, text: string) {
  const link = /https?:\/\/\S+\/functions\/v1\/download\/[\w.~-]+/.exec(text)?.[0] ?? ''
  const sha256 = /\b[0-9a-f]{64}\b/.exec(text)?.[0]
  await page.goto(link)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: words.download.button }).click()
  const file = await readFile(await (await downloading).path())
  expect(createHash('sha256').update(file).digest('hex')).toBe(sha256)
  expect(file.subarray(0, 2).toString()).toBe('PK')
}

test('a purchase: dialog, hosted page, success, mail, file, all with the same price; the policy refuses nothing', async ({
  page,
  context,
}) => {
  const email = `ada-${Date.now()}@example.com`
  const refused = await watchPolicy(page)
  await page.goto('/')
  await expect(page.locator('#pricing')).toContainText(shownPrice(catalog.priceCents))
  const [data = ''] = await page.locator('script[type="application/ld+json"]').allTextContents()
  for (const { price, priceCurrency } of structuredOffers(catalog))
    expect(data).toContain(`"price":"${price}","priceCurrency":"${priceCurrency}"`)
  await page.getByRole('button', { name: hero.buy }).first().click()
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(purchase.form.name) })
  await expect(dialog).toContainText(shownPrice(catalog.priceCents))
  await dialog.getByLabel(purchase.form.name).fill('Ada Lovelace')
  await dialog.getByLabel(purchase.form.email).fill(email)
  const opened = context.waitForEvent('page')
  await dialog.getByRole('button', { name: purchase.form.submit }).click()
  const hosted = await opened
  await expect(hosted.locator('body')).toContainText(/sandbox/i)
  await expect(hosted.locator('body')).toContainText(email)
  const pay = `Pay ${billedPrice(catalog.priceCents)}`
  await expect(hosted.getByRole('button').first()).toHaveText(pay)
  await hosted.getByRole('button', { name: pay }).click()
  await expect(hosted).toHaveURL(/\/payment-success/)
  await expect(hosted.getByRole('heading', { level: 1 })).toHaveText(labels.success.heading)
  // Its links stand below each other, as far apart as from their heading.
  const gaps = await hosted.locator('.success-links').evaluate((nav) => {
    const boxes = [...nav.children].map((part) => part.getBoundingClientRect())
    return boxes.slice(1).map((box, index) => Math.round(box.top - (boxes[index]?.bottom ?? 0)))
  })
  expect(new Set(gaps)).toEqual(new Set([12]))
  // The page names the address that was typed, and its own address does not.
  const [name = '', domain] = email.split('@')
  await expect(hosted.getByRole('main')).toContainText(`${name[0]}•••${name.at(-1)}@${domain}`)
  expect(decodeURIComponent(hosted.url())).not.toContain(name)
  const mail = await mailTo(email)
  expect(mail.html).toContain(site.name)
  expect(mail.text).toContain(billedPrice(catalog.priceCents))
  await downloadFrom(hosted, mail.text ?? '')
  expect(refused).toEqual([])
  expect((await mailsTo(email)).length).toBe(1)
  // The seller has mails about the orders of other tests, too.
  const notice = async () =>
    (await mailsTo('seller@example.com')).find(({ text }) => text?.includes(email))?.subject
  await expect.poll(notice).toContain(billedPrice(catalog.priceCents))
})

test('a person who starts a second checkout gets the first one again, with a code for a lower price and a new link for a lost one; a refund closes the download', async ({
  page,
  request,
}) => {
  const email = `grace-${Date.now()}@example.com`
  const url = await startCheckout(request, email.toUpperCase(), '192.0.2.1')
  expect(await startCheckout(request, email, '192.0.2.1')).toBe(url)
  await page.goto(url)
  await expect(page.getByRole('button').first()).toHaveText(/^Pay /)

  // Enter applies a code, and does not pay.
  const code = page.getByLabel('Promotion code')
  await code.fill('unknown')
  await code.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(code).toBeFocused()
  await expect(code).toHaveValue('unknown')
  await code.fill('launch20')
  await code.press('Enter')
  const price = billedPrice(Math.round(catalog.priceCents * 0.8))
  await page.getByRole('button', { name: `Pay ${price}` }).click()
  await expect(page).toHaveURL(/\/payment-success/)
  const text = (await mailTo(email)).text ?? ''
  expect(text).toContain(price)

  // A lost link: the form on the page in the footer mails a new one.
  await page.goto('/functions/v1/resend-link')
  await expect(page).toHaveURL(/\/lost-link$/)
  await page.goto('/blog')
  await page.getByRole('contentinfo').getByRole('link', { name: lostLink.title }).click()
  await page.getByLabel(lostLink.label).fill(email)
  await page.getByRole('button', { name: lostLink.submit }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(downloads.sent.title)
  await downloadFrom(page, (await mailTo(email, 'a new download link')).text ?? '')

  const link = /https?:\/\/\S+\/functions\/v1\/download\/[\w.~-]+/.exec(text)?.[0] ?? ''
  expect((await request.get(link)).status()).toBe(200)
  await page.goto(url)
  await page
    .getByRole('button', { name: /^refund/i })
    .first()
    .click()
  await expect.poll(async () => (await request.get(link)).status()).toBe(403)
})

for (const [what, email, javaScriptEnabled] of [
  ['a letter beyond ASCII', 'jürgen@example.com', true],
  ['an underscore in its domain', 'ada@ex_ample.com', false],
] as const)
  test.describe(`an address with ${what}, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, extraHTTPHeaders: { 'x-forwarded-for': '192.0.2.77' } })

    test('is taken by every form, as by the dialog', async ({ page, context }) => {
      await page.goto('/lost-link')
      await page.getByLabel(lostLink.label).fill(email)
      await page.getByRole('button', { name: lostLink.submit }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(downloads.sent.title)
      if (!javaScriptEnabled) {
        await page.goto('/')
        const form = page.getByRole('form', { name: purchase.form.heading })
        await form.getByLabel(purchase.form.name).fill('Jürgen')
        await form.getByLabel(purchase.form.email).fill(email)
        await form.getByRole('button').click()
        await expect(page.getByRole('button', { name: /^Pay / }).first()).toBeVisible()
      }
      await page.goto('/blog')
      await page.getByRole('banner').getByRole('button', { name: labels.bar.buy }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(purchase.form.name).fill('Jürgen')
      await dialog.getByLabel(purchase.form.email).fill(email)
      const opened = context.waitForEvent('page')
      await dialog.getByRole('button', { name: purchase.form.submit }).click()
      await expect((await opened).getByRole('button', { name: /^Pay / }).first()).toBeVisible()
    })
  })

test.describe('scripts off', () => {
  test.use({ javaScriptEnabled: false, extraHTTPHeaders: { 'x-forwarded-for': '192.0.2.3' } })

  test('every page is complete, questions open, the early-bird price is "while seats last", an invalid form gets a page that says what to do and shows the form again, and a purchase works', async ({
    page,
    context,
  }) => {
    for (const [path, text] of [
      ['/blog', labels.blog.title],
      ['/privacy', site.emails.privacy],
      ['/terms', site.emails.legal],
      ['/payment-success', labels.success.heading],
      ['/', pricing.heading],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('main')).toContainText(text)
    }
    await page.locator('#faq summary').first().click()
    await expect(page.locator('#faq details').first()).toHaveAttribute('open', '')

    // Wherever the early-bird price stands, it is "while seats last".
    // Without `useInnerText`, the assertion skips what is for browsers without scripts.
    const hasEarly = (place: string) =>
      expect(page.locator(place)).toContainText(
        `${shownPrice(catalog.priceCents)} ${purchase.whileSeatsLast}`,
        { useInnerText: true },
      )
    await hasEarly('.hero-price')
    // Without layout, a text has no `innerText`.
    await page.locator('.pricing-figures').scrollIntoViewIfNeeded()
    await hasEarly('.pricing-figures')
    const shown = await page.getByRole('main').innerText()
    const [, ...afterPrice] = shown.split(shownPrice(catalog.priceCents))
    for (const text of afterPrice) expect(text.trimStart()).toMatch(new RegExp(`^${purchase.whileSeatsLast}`))
    await page.getByRole('button', { name: hero.buy }).first().click()
    await hasEarly('.order-price')

    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(purchase.form.name).fill('Ada Lovelace')
    await dialog.getByLabel(purchase.form.email).fill('ada@nowhere')
    const opened = context.waitForEvent('page')
    await dialog.getByRole('button', { name: purchase.form.submit }).click()
    const errorPage = await opened
    await expect(errorPage.getByRole('main')).toContainText(inputProblems.invalidEmail.message)
    await expect(errorPage.getByLabel(purchase.form.name)).toHaveValue('Ada Lovelace')
    await expect(errorPage.getByLabel(purchase.form.name)).not.toHaveAttribute('aria-invalid')
    const email = errorPage.getByLabel(purchase.form.email)
    await expect(email).toBeFocused()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await expect(email).toHaveAccessibleDescription(inputProblems.invalidEmail.message)
    const edge = (field: Locator) => field.evaluate((input) => getComputedStyle(input).borderTopColor)
    expect(await edge(email)).not.toBe(await edge(errorPage.getByLabel(purchase.form.name)))
    await errorPage.getByLabel(purchase.form.email).fill(`again-${Date.now()}@example.com`)
    await errorPage.getByRole('button', { name: purchase.form.submit }).click()
    await errorPage.getByRole('button', { name: /^Pay / }).first().click()
    await expect(errorPage).toHaveURL(/\/payment-success/)
  })
})
