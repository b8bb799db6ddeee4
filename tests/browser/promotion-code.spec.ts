import { expect, type Page, test } from '@playwright/test'
import { catalog } from '#content/catalog.ts'
import { labels } from '#content/labels.ts'
import { promotion } from '#content/promotion.ts'
import { purchase } from '#content/purchase.ts'
import { functions } from '../../contract/paths.ts'
import { billedPrice, shownPrice } from '../support/shown-price.ts'

const withCode = catalog.priceCents * 0.8
const applied = promotion.applied('LAUNCH20', shownPrice(catalog.priceCents))
// One client may have three unpaid checkouts.
let clients = 0
test.beforeEach(({ page }) =>
  page.setExtraHTTPHeaders({
    'x-forwarded-for': `2001:db8:c${test.info().workerIndex % 100}${++clients}::1`,
  }),
)

const dialog = (page: Page) => page.getByRole('dialog')

async function buy(page: Page) {
  await dialog(page).getByLabel(purchase.form.name).fill('Ada')
  await dialog(page).getByLabel(purchase.form.email).fill(`ada-${Date.now()}@example.com`)
  const opened = page.context().waitForEvent('page')
  await dialog(page).getByRole('button', { name: purchase.form.submit }).click()
  return opened
}
const open = (page: Page) => page.getByRole('banner').getByRole('button', { name: labels.bar.buy }).click()

test('a link with a code: pricing, dialog on any page and hosted page have one price', async ({ page }) => {
  await page.goto('/?code=launch20')
  await expect(page.locator('.hero-price')).toContainText(shownPrice(withCode))
  await page.locator('#pricing').scrollIntoViewIfNeeded()
  await expect(page.locator('#pricing')).toContainText(applied)
  await expect(page.locator('.pricing-figures strong')).toHaveText(shownPrice(withCode))
  await expect(page.locator('.pricing-badge')).toBeEmpty()
  await open(page)
  await page.goto('/blog')
  await open(page)
  await expect(dialog(page)).toContainText(applied)
  await expect(dialog(page).locator('.order-price b')).toContainText(shownPrice(withCode))
  const hosted = await buy(page)
  await expect(hosted.getByRole('button').first()).toHaveText(`Pay ${billedPrice(withCode)}`)
})

test('the hero has the price of a code with which the visitor came to another page', async ({ page }) => {
  await page.goto('/blog?code=LAUNCH20')
  await page.goto('/')
  await expect(page.locator('.hero-price')).toContainText(shownPrice(withCode))
})

test('where storage is blocked, the hero has the price of the code in the address', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    }),
  )
  await page.goto('/?code=LAUNCH20')
  await expect(page.locator('.hero-price')).toContainText(shownPrice(withCode))
})

test('before React, the form has the code, too', async ({ page }) => {
  await page.goto('/?code=LAUNCH20')
  await expect(page.locator('.buyer input[name=code]')).toHaveValue('LAUNCH20')
})

for (const [code, sentence] of [
  ['ENDED', promotion.problems.ended],
  ['NOBODY', promotion.problems.unknown],
] as const) {
  test(`a link with the code ${code} says so, and the purchase goes on without`, async ({ page }) => {
    await page.goto(`/?code=${code}`)
    await page.locator('#pricing').scrollIntoViewIfNeeded()
    await expect(page.locator('#pricing')).toContainText(sentence)
    await open(page)
    await expect(dialog(page)).toContainText(sentence)
    const hosted = await buy(page)
    await expect(hosted.getByRole('button').first()).toHaveText(`Pay ${billedPrice(catalog.priceCents)}`)
  })
}

test('a code that ends while the dialog is open is refused once, and the next press buys without it', async ({
  page,
}) => {
  await page.goto('/?code=LAUNCH20')
  await open(page)
  await expect(dialog(page)).toContainText(applied)
  await page.route(`**${functions.createCheckout}`, async (route) => {
    const sent = route.request().postDataJSON()
    await route.continue({ postData: JSON.stringify({ ...sent, ...(sent.code && { code: 'ENDED' }) }) })
  })
  await page.route(`**${functions.offer}?*`, async (route) => {
    await route.continue({ url: route.request().url().replace('LAUNCH20', 'ENDED') })
  })
  await dialog(page).getByLabel(purchase.form.name).fill('Ada')
  await dialog(page).getByLabel(purchase.form.email).fill(`ada-${Date.now()}@example.com`)
  await dialog(page).getByRole('button', { name: purchase.form.submit }).click()
  await expect(page.getByText(promotion.refused)).toBeVisible()
  await expect(dialog(page)).toContainText(promotion.problems.ended)
  await expect(dialog(page).locator('.order-price b')).toContainText(shownPrice(catalog.priceCents))
  const hosted = await buy(page)
  await expect(hosted.getByRole('button').first()).toHaveText(`Pay ${billedPrice(catalog.priceCents)}`)
})

test('if the offer does not come, an ended code is refused once, too', async ({ page }) => {
  await page.route(`**${functions.offer}?*`, (route) => route.abort())
  await page.goto('/?code=ENDED')
  await open(page)
  await dialog(page).getByLabel(purchase.form.name).fill('Ada')
  await dialog(page).getByLabel(purchase.form.email).fill(`ada-${Date.now()}@example.com`)
  await dialog(page).getByRole('button', { name: purchase.form.submit }).click()
  await expect(page.getByText(promotion.refused)).toBeVisible()
  const hosted = await buy(page)
  await expect(hosted.getByRole('button').first()).toHaveText(`Pay ${billedPrice(catalog.priceCents)}`)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('a link with a code has the full price', async ({ page }) => {
    await page.goto('/?code=LAUNCH20')
    await expect(page.locator('.pricing-figures strong')).toHaveText(shownPrice(catalog.priceCents))
    const form = page.locator('.no-script-form')
    await form.getByLabel(purchase.form.name).fill('Ada')
    await form.getByLabel(purchase.form.email).fill(`ada-${Date.now()}@example.com`)
    await form.getByRole('button').click()
    await expect(page.getByRole('button').first()).toHaveText(`Pay ${billedPrice(catalog.priceCents)}`)
  })
})
