import { expect, type Page, test } from '@playwright/test'
import { labels } from '#content/labels.ts'
import { postWithCode } from './every-page.ts'

test.describe('code in a post', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('is copied on the first press of its button, before React is loaded', async ({ page }) => {
    await page.goto(postWithCode)
    const block = page.locator('figure.code').first()
    const caption = await block.locator('figcaption > span').textContent()
    const button = block.getByRole('button', { name: labels.post.copyOf(caption ?? ''), exact: true })
    await button.click()
    await expect(button).toHaveText(labels.post.copy.done)
    await expect(page.getByRole('status').filter({ hasText: labels.post.copy.done })).toBeAttached()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(await block.locator('code').textContent())
  })
})

test.describe('sections below the window', () => {
  const isLaidOut = (page: Page) =>
    page
      .locator('.closing h2')
      .evaluate((heading) => heading.checkVisibility({ contentVisibilityAuto: true }))

  test('are laid out when the visitor comes near', async ({ page }) => {
    // Otherwise the page itself lays out all of them when the browser is idle.
    await page.addInitScript('requestIdleCallback = () => 0')
    await page.goto('/')
    // The browser decides with its first frame.
    await expect.poll(() => isLaidOut(page)).toBe(false)
    await page.locator('.closing').scrollIntoViewIfNeeded()
    await expect.poll(() => isLaidOut(page)).toBe(true)
  })

  test('have their real heights for a jump, both after a reload and by a link within the page', async ({
    page,
  }) => {
    const wholeAttribute = () => page.locator('html').getAttribute('data-whole')
    await page.goto('/')
    expect(await wholeAttribute()).toBeNull()
    await page.reload()
    expect(await wholeAttribute()).toBe('')
    await page.goto('/blog')
    await page.goto('/#pricing')
    expect(await wholeAttribute()).toBe('')
    await page.goto('/blog')
    await page.goto('/')
    expect(await wholeAttribute()).toBeNull()
    await page.getByRole('contentinfo').getByRole('link', { name: labels.bar.faq }).click()
    expect(await wholeAttribute()).toBe('')
    await expect(page.locator('#faq').getByRole('heading').first()).toBeInViewport()
  })
})
