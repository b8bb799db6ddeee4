import { expect, type Page, test } from '@playwright/test'
import { labels } from '#content/labels.ts'
import { formatDay } from '../../site/markdown/day.ts'
import { everyPage, postWithCode } from './every-page.ts'
import { hydrate } from './hydrate.ts'

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

for (const path of everyPage) {
  test(`${path}: React hydrates years after the build without an error or a warning`, async ({ page }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      const expected = /404/.test(message.text())
      if (message.type() === 'error' && !expected) errors.push(message.text())
    })
    await page.clock.setFixedTime(new Date('2031-03-04T12:00:00Z'))
    await page.goto(path)
    await expect(page.getByRole('contentinfo')).toContainText('© 2031')
    await hydrate(page)
    await expect(page.getByRole('contentinfo')).toContainText('© 2031')
    if (path === '/privacy' || path === '/terms')
      await expect(page.getByRole('main')).toContainText(
        `${labels.text.updated} ${formatDay('2031-03-04', 'long')}`,
      )
    expect(errors).toEqual([])
  })
}

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
