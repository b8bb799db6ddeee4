// The way back where neither the browser nor React Router alone would find it: each made some of the entries.
import { expect, type Page, test } from '@playwright/test'
import { hydrate, typeset } from './hydrate.ts'

const place = (page: Page) => page.evaluate(() => Math.round(scrollY))
const scrollTo = (page: Page, top: number) =>
  page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), top)
/** Not by pointer or focus, which would start React. */
const follow = (page: Page, href: string) =>
  page
    .locator(`a[href="${href}"]`)
    .first()
    .evaluate((link: HTMLElement) => link.click())

test.use({ reducedMotion: 'reduce' })

test('after a reload the way back shows the page that it names, where it was left', async ({ page }) => {
  await page.goto('/')
  const home = await page.title()
  await hydrate(page)
  await typeset(page)
  await scrollTo(page, 2_000)
  await follow(page, '/blog')
  await expect(page).toHaveTitle(/Blog/)
  await page.reload()
  await page.evaluate(() => history.back())
  await expect(page).toHaveTitle(home)
  await expect(page.locator('#features')).toBeVisible()
  await expect.poll(() => place(page)).toBe(2_000)
  await hydrate(page)
  expect(await place(page)).toBe(2_000)
})

test('the way back from a link into the page that was pressed before React came', async ({ page }) => {
  await page.goto('/')
  await typeset(page)
  await scrollTo(page, 2_000)
  await follow(page, '/#pricing')
  await expect.poll(() => place(page)).toBeGreaterThan(3_000)
  await hydrate(page)
  await page.goBack()
  await expect.poll(() => place(page)).toBe(2_000)
  // What React Router does about it comes after what the browser does.
  await page.waitForTimeout(500)
  expect(await place(page)).toBe(2_000)
})

test('the way back from one section of a document to another', async ({ page }) => {
  await page.goto('/terms')
  await hydrate(page)
  await typeset(page)
  const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  await links.nth(2).click()
  await expect.poll(() => place(page)).toBeGreaterThan(0)
  const before = await place(page)
  await links.nth(5).click()
  await expect.poll(() => place(page)).toBeGreaterThan(before)
  await page.goBack()
  await expect.poll(() => place(page)).toBe(before)
  await page.goBack()
  await expect.poll(() => place(page)).toBe(0)
})

test('a place within the page asks for nothing that is there', async ({ page, context }) => {
  await page.goto('/')
  await hydrate(page)
  await follow(page, '/#features')
  await expect(page).toHaveURL(/#features$/)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await context.setOffline(true)
  await page.goBack()
  await expect(page).not.toHaveURL(/#features$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(asked.filter((url) => url.includes('.data'))).toEqual([])
})
