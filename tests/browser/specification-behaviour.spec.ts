// Rows of sections 4 to 9 of the specification that no other file here tests; each test is named after its row. Also history,
// and a silent console while a visitor follows links. every-page.spec.ts has section 7.
import { expect, type Page, test } from '@playwright/test'
import { catalog } from '#content/catalog.ts'
import { shownPrice } from '../support/shown-price.ts'
import { hydrate, typeset } from './hydrate.ts'

test.use({ reducedMotion: 'no-preference' })

const bar = (page: Page) => page.getByRole('banner')

test.describe('4, notifications: dismissed by', () => {
  const toast = (page: Page) => page.locator('[data-sonner-toast]')
  async function show(page: Page, answer: { status: number; json: object }) {
    await page.route('**/functions/v1/create-checkout', (route) => route.fulfill(answer))
    await page.goto('/blog')
    await hydrate(page)
    await bar(page).getByRole('button', { name: 'Get Started' }).click()
    await page.getByLabel('Full Name').fill('Ada')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  test('swipe, and its action', async ({ page, context }) => {
    await show(page, { status: 502, json: { error: 'Away.' } })
    await expect(toast(page)).toContainText('Checkout failed')
    // Wait until the toast stops moving. A press beside it would do nothing.
    await toast(page).hover()
    const box = await toast(page).boundingBox()
    if (!box) throw new Error('The toast has no position.')
    await page.mouse.move(box.x + 30, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + 90, box.y + box.height / 2, { steps: 60 })
    await page.mouse.move(box.x + 250, box.y + box.height / 2, { steps: 20 })
    await page.mouse.up()
    await expect(toast(page)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toBeVisible()

    await context.route('**/hosted', (route) => route.fulfill({ contentType: 'text/html', body: 'Hosted' }))
    await page.evaluate(() => {
      window.open = () => null
    })
    await page.route('**/functions/v1/create-checkout', (route) =>
      route.fulfill({ json: { url: 'http://localhost/hosted' } }),
    )
    await page.getByRole('button', { name: 'Continue' }).click()
    const opened = context.waitForEvent('page')
    await toast(page).getByRole('link', { name: 'Open checkout' }).click()
    expect((await opened).url()).toBe('http://localhost/hosted')
    await expect(toast(page)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('timer', async ({ page, context }) => {
    await context.route('**/hosted', (route) => route.fulfill({ contentType: 'text/html', body: 'Hosted' }))
    await page.clock.install()
    await show(page, { status: 200, json: { url: 'http://localhost/hosted' } })
    await page.clock.runFor(1_000)
    await expect(toast(page)).toContainText('Checkout opened')
    await page.bringToFront()
    await page.clock.runFor(20_000)
    await expect(toast(page)).toHaveCount(0)
  })
})

test('8, unhandled failure: "Unexpected Application Error!" with the message below', async ({ page }) => {
  // This excerpt is not a list of tokens, so the island of the files fails when it renders the excerpt.
  await page.route('**/kit/files.json', (route) =>
    route.fulfill({ json: { 'CHANGELOG.md': { excerpt: 1 } } }),
  )
  await page.goto('/')
  await page.getByRole('banner').getByRole('radio', { name: 'Dark' }).check()
  await hydrate(page)
  await page.getByRole('button', { name: 'CHANGELOG.md' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveTitle('Unexpected Application Error!')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('main').getByText('is not a function')).toHaveCSS('border-top-style', 'dashed')
  await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Unexpected Application Error!')
})

test('9, data-fetching defaults: 3 retries, each later than the one before; the page works without an answer', async ({
  page,
}) => {
  await page.clock.install()
  let requests = 0
  await page.route('**/functions/v1/offer', (route) => {
    requests++
    return route.fulfill({ status: 503, json: { error: 'Away.' } })
  })
  await page.goto('/')
  await hydrate(page)
  for (const [ms, times] of [
    [0, 1],
    [1_000, 2],
    [2_000, 3],
    [4_000, 4],
  ] as const) {
    await page.clock.runFor(ms)
    await expect.poll(() => requests).toBe(times)
  }
  await page.clock.runFor(120_000)
  expect(requests).toBe(4)
  await expect(page.locator('#pricing')).toContainText(shownPrice(catalog.priceCents))
})

/** Scrolls to an offset in pixels. Resolves when the sections there have their real height (site/ui/section.css). */
const jumpTo = (page: Page, top: number) =>
  page.evaluate(async (top) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    window.scrollTo({ top, behavior: 'instant' })
    let height: number
    do {
      height = document.body.scrollHeight
      await nextFrame()
      await nextFrame()
    } while (document.body.scrollHeight !== height)
  }, top)

test('history: Back closes an open dialog, and restores the scroll position and the typed text', async ({
  page,
}) => {
  await page.goto('/')
  await hydrate(page)
  await typeset(page)
  await jumpTo(page, 2_000)
  const featuresTop = () =>
    page.locator('#features').evaluate((section) => section.getBoundingClientRect().top)
  const before = await featuresTop()
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Blog' })
    .evaluate((link: HTMLElement) => link.click())
  // A link from the middle of a page opens the next one at its top.
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await bar(page).getByRole('button', { name: 'Get Started' }).click()
  await page.getByLabel('Full Name').fill('Ada')
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect.poll(featuresTop).toBe(before)
  await bar(page).getByRole('button', { name: 'Get Started' }).click()
  await expect(page.getByLabel('Full Name')).toHaveValue('Ada')
})

test('history: a reload keeps the scroll position', async ({ page }) => {
  await page.goto('/')
  await hydrate(page)
  await typeset(page)
  await jumpTo(page, 5_000)
  const pricingTop = () =>
    page.locator('#pricing').evaluate((section) => Math.round(section.getBoundingClientRect().top))
  const before = await pricingTop()
  await page.reload()
  await expect.poll(pricingTop).toBe(before)
  await hydrate(page)
  expect(await pricingTop()).toBe(before)
})

test('the console of the home page is silent, before and after React hydrates, and after links to other pages', async ({
  page,
}) => {
  const messages: string[] = []
  page.on('pageerror', (error) => messages.push(error.message))
  page.on('console', (message) => messages.push(message.text()))
  // A % that is not an escape.
  await page.goto('/#%E0%A4%A')
  await page.waitForLoadState('networkidle')
  await hydrate(page)
  for (const name of ['Blog', 'Privacy Policy', 'Terms of Service', 'FAQ']) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await expect(page).toHaveURL(/\/#faq$/)
  expect(messages).toEqual([])
})
