import { expect, type Page, test } from '@playwright/test'
import { catalog } from '#content/catalog.ts'
import { pricing as pricingWords } from '#content/home/pricing.ts'
import { labels } from '#content/labels.ts'
import { purchase } from '#content/purchase.ts'
import { shownPrice } from '../support/shown-price.ts'
import { hydrate } from './hydrate.ts'

test.use({ reducedMotion: 'no-preference' })

const createCheckout = '**/functions/v1/create-checkout'
const toast = (page: Page, title: string) => page.locator('[data-sonner-toast]').filter({ hasText: title })

/** Opens the dialog on a page without other purchase buttons, and fills it in. */
async function fillIn(page: Page) {
  await page.goto('/blog')
  await hydrate(page)
  await page.getByRole('banner').getByRole('button', { name: labels.bar.buy }).click()
  await page.getByLabel(purchase.form.name).fill('Ada')
  await page.getByLabel(purchase.form.email).fill('ada@example.com')
}
const continueButton = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: purchase.form.submit })

test('Cancel during the request: no tab and no toast; the focus returns to the opener after Escape and after a checkout, when all buttons are enabled', async ({
  page,
  context,
}) => {
  await context.route('**/hosted', (route) => route.fulfill({ contentType: 'text/html', body: 'Hosted' }))
  const held = Promise.withResolvers<void>()
  await page.route(createCheckout, async (route) => {
    await held.promise
    await route.fulfill({ json: { url: 'http://localhost/never' } }).catch(() => {})
  })
  const opener = page.getByRole('banner').getByRole('button')
  await fillIn(page)
  await continueButton(page).click()
  await expect(toast(page, purchase.notices.opening)).toBeVisible()
  await page.getByRole('button', { name: purchase.form.cancel }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  held.resolve()
  await expect(page.getByRole('banner').getByRole('button', { name: labels.bar.buy })).toBeEnabled()
  expect(context.pages()).toHaveLength(1)

  await page.route(createCheckout, () => {})
  await opener.click()
  await continueButton(page).click()
  await expect(toast(page, purchase.notices.opening)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await expect(opener).toHaveAccessibleName(labels.bar.buy)
  await page.keyboard.press('Enter')
  await page.route(createCheckout, (route) =>
    route.fulfill({ json: { url: new URL('/hosted', page.url()).href } }),
  )
  await page.evaluate(() => {
    const open = window.open.bind(window)
    window.open = (...args) => {
      const busy = document.querySelectorAll('button[aria-disabled=true]').length
      document.documentElement.dataset.busyAtOpening = String(busy)
      return open(...args)
    }
  })
  await continueButton(page).click()
  await expect(toast(page, purchase.notices.opened[0])).toBeVisible()
  await expect(opener).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('data-busy-at-opening', '0')
})

test('a failure leaves the focus on Continue, and disappears when the buyer changes a field or closes the dialog; when the shop is busy, the page retries by itself and says so', async ({
  page,
  context,
}) => {
  await page.route(createCheckout, (route) => route.fulfill({ status: 502, json: { error: 'Away.' } }))
  await fillIn(page)
  await continueButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, purchase.notices.failed)).toBeVisible()
  await expect(continueButton(page)).toBeFocused()
  await page.getByLabel(purchase.form.name).fill('Ada Lovelace')
  await expect(toast(page, purchase.notices.failed)).toHaveCount(0)
  await continueButton(page).click()
  await expect(toast(page, purchase.notices.failed)).toBeVisible()
  await page.getByRole('button', { name: purchase.form.cancel }).click()
  await expect(toast(page, purchase.notices.failed)).toHaveCount(0)

  let requests = 0
  const hosted = 'http://localhost/busy-no-more'
  await context.route(hosted, (route) => route.fulfill({ body: 'Pay here' }))
  await page.route(createCheckout, (route) =>
    ++requests === 1
      ? route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { error: 'Busy.' } })
      : route.fulfill({ json: { url: hosted } }),
  )
  await page.getByRole('banner').getByRole('button', { name: labels.bar.buy }).click()
  const tab = context.waitForEvent('page')
  await continueButton(page).click()
  await expect(toast(page, purchase.notices.busy)).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: purchase.form.busy })).toBeDisabled()
  expect((await tab).url()).toBe(hosted)
  await expect(toast(page, purchase.notices.opened[0])).toBeVisible()
  expect(requests).toBe(2)
})

test('"Close toast" closes a toast, even while the dialog is open; an error stays until then, and another toast while it has the focus, even outside the dialog', async ({
  page,
  context,
}) => {
  await context.route('**/hosted', (route) => route.fulfill({ contentType: 'text/html', body: 'Hosted' }))
  await page.clock.install()
  await fillIn(page)
  await page.route(createCheckout, (route) => route.fulfill({ status: 502, json: { error: 'Away.' } }))
  await continueButton(page).click()
  const failed = toast(page, purchase.notices.failed)
  await expect(failed).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(failed).toBeVisible()
  await failed.getByRole('button', { name: purchase.notices.close }).click()
  await page.clock.runFor(2_000)
  await expect(failed).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeVisible()

  const url = new URL('/hosted', page.url()).href
  await page.route(createCheckout, (route) => route.fulfill({ json: { url } }))
  const opened = context.waitForEvent('page')
  await continueButton(page).click()
  const tab = await opened
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await tab.close()
  await page.bringToFront()
  await page.clock.runFor(1_000)
  await expect(toast(page, purchase.notices.opened[0])).toBeVisible()
  await page.keyboard.press('Alt+t')
  await page.keyboard.press('Tab')
  await page.clock.runFor(60_000)
  await expect(toast(page, purchase.notices.opened[0])).toBeVisible()
  await toast(page, purchase.notices.opened[0]).getByRole('button', { name: purchase.notices.close }).click()
  await page.clock.runFor(1_000)
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
})

/** Answers requests for the offer as if all early-bird seats were taken. */
const answerSoldOut = (page: Page) =>
  page.route('**/functions/v1/offer', (route) =>
    route.fulfill({
      json: {
        priceCents: catalog.listPriceCents,
        listPriceCents: catalog.listPriceCents,
        currency: catalog.currency,
        earlyBird: { seats: catalog.earlyBirdSeats, left: 0 },
      },
    }),
  )

test('the page requests the offer when the dialog opens, not before; when the early-bird seats are gone, the pricing section says so and shows the list price', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/functions/')) calls.push(new URL(request.url()).pathname)
  })
  await answerSoldOut(page)
  await page.goto('/blog')
  await hydrate(page)
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([])
  await page.getByRole('banner').getByRole('button', { name: labels.bar.buy }).click()
  await expect(page.getByRole('dialog')).toContainText(shownPrice(catalog.listPriceCents))
  await expect(page.getByRole('dialog')).not.toContainText(shownPrice(catalog.priceCents))
  expect(calls).toEqual(['/functions/v1/offer'])

  await page.goto('/#pricing')
  await hydrate(page)
  const pricing = page.locator('#pricing')
  await expect(pricing).toContainText(pricingWords.seats.taken(catalog.earlyBirdSeats))
  await expect(pricing).toContainText(
    pricingWords.seats.left(0, catalog.earlyBirdSeats, shownPrice(catalog.priceCents)),
  )
  await expect(pricing).toContainText(pricingWords.listBadge)
  await expect(pricing).toContainText(shownPrice(catalog.listPriceCents))
})
