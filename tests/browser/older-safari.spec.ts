import { readFileSync } from 'node:fs'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { catalog } from '#content/catalog.ts'
import { hero } from '#content/home/hero.ts'
import { labels } from '#content/labels.ts'
import { purchase } from '#content/purchase.ts'
import { readTheme } from '../../brand/theme.ts'
import { pages } from '../../contract/paths.ts'
import { billedPrice } from '../support/shown-price.ts'
import { hydrate } from './hydrate.ts'

// Safari 16.4 can read and buy (CONTRIBUTING.md). Chromium plays it: the tests take away the newer functions, and rename the newer
// parts of HTML and CSS to names that no browser knows. The dark theme is the one that an older browser would get half of.
test.use({ bypassCSP: true, colorScheme: 'dark', reducedMotion: 'no-preference' })
test.beforeEach(({ context }) => makeOlder(context))

async function makeOlder(context: BrowserContext) {
  await context.addInitScript(() => {
    for (const [owner, ...names] of [
      [AbortSignal, 'any'],
      [URL, 'canParse', 'parse'],
      [Promise, 'withResolvers', 'try'],
      [HTMLElement.prototype, 'popover', 'showPopover', 'hidePopover', 'togglePopover'],
      [Element.prototype, 'moveBefore'],
      [HTMLButtonElement.prototype, 'commandForElement', 'command', 'popoverTargetElement'],
    ] as [object, ...string[]][])
      for (const name of names) Reflect.deleteProperty(owner, name)
  })
  await context.route('**/*', async (route) => {
    const isText = ['document', 'stylesheet', 'script'].includes(route.request().resourceType())
    if (!isText || route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch({ maxRedirects: 0 })
    const body = (await response.text())
      .replaceAll('light-dark(', 'later-light-dark(')
      .replaceAll(':popover-open', ':later-popover-open')
      .replaceAll(/ (popover|popovertarget)=/gi, ' data-later-$1=')
    await route.fulfill({ response, body })
  })
}

const { paper, ink } = readTheme(readFileSync(new URL('../../content/theme.css', import.meta.url), 'utf8'))

/** An opaque color as the browser computes it. */
const computed = (hex: string) => {
  const parts = [...hex.matchAll(/[\da-f]{2}/g)].map(([pair]) => Number.parseInt(pair, 16))
  return `rgb(${parts.join(', ')})`
}

/** Records what fails in the page. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

async function expectDayColors(page: Page) {
  await expect(page.locator('html')).toHaveCSS('background-color', computed(paper.light))
  await expect(page.locator('html')).toHaveCSS('color', computed(ink.light))
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
}

test('a buyer reads and buys in the colors of the day; without popovers, nothing covers the page, and hover and focus show a help text', async ({
  page,
}) => {
  const errors = errorsOf(page)
  await page.goto('/')
  const help = page.locator('.help').first()
  const text = page.getByRole('tooltip', { includeHidden: true }).first()
  await help.focus()
  await expect(text).toBeVisible()
  await hydrate(page)
  await expectDayColors(page)
  await help.hover()
  await expect(text).toBeVisible()
  await page.mouse.move(0, 0)
  await help.blur()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(page.locator('#menu')).toBeHidden()

  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('button', { name: hero.buy }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveCSS('background-color', computed(paper.light))
  const backdrop = () => dialog.evaluate((element) => getComputedStyle(element, '::backdrop').backgroundColor)
  await expect.poll(backdrop).toMatch(/^rgba\(.*, 0\.\d+\)$/)
  await dialog.getByLabel(purchase.form.name).fill('Ada Lovelace')
  await dialog.getByLabel(purchase.form.email).fill('older-safari@example.com')
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('button', { name: purchase.form.submit }).click()
  const hosted = await opened
  await expectDayColors(hosted)
  await hosted.getByRole('button', { name: `Pay ${billedPrice(catalog.priceCents)}` }).click()
  await expect(hosted.getByRole('heading', { level: 1 })).toHaveText(labels.success.heading)

  // A closed page.
  await page.goto(pages.scpDryRun)
  await expectDayColors(page)
  expect(errors).toEqual([])
})
