import { expect, type Page, test } from '@playwright/test'
import { labels } from '#content/labels.ts'
import { kitFilePath, pages } from '../../contract/paths.ts'
import { brokenWords } from './broken-words.ts'
import { postWithCode } from './every-page.ts'
import { typeset } from './hydrate.ts'

test.use({ reducedMotion: 'no-preference' })

test.describe('code in a post', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('is copied on the first press of its button, before React is loaded, and does not break if it is short and in a line', async ({
    page,
  }) => {
    await page.goto(postWithCode)
    const block = page.locator('figure.code').first()
    const caption = await block.locator('figcaption > span').textContent()
    const button = block.getByRole('button', { name: labels.post.copyOf(caption ?? ''), exact: true })
    await button.click()
    await expect(button).toHaveText(labels.post.copy.done)
    await expect(page.getByRole('status').filter({ hasText: labels.post.copy.done })).toBeAttached()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(await block.locator('code').textContent())

    await page.setViewportSize({ width: 375, height: 900 })
    await typeset(page)
    const lines = await page
      .locator('.prose :not(td, th) > .code-short')
      .evaluateAll((codes) => codes.map((code) => code.getClientRects().length))
    expect(lines.length).toBeGreaterThan(0)
    expect(new Set(lines)).toEqual(new Set([1]))
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } })

  test("no word is broken in the first column of a kit document's wide table", async ({ page }) => {
    await page.goto(kitFilePath('docs/costs.md'))
    const first = page.locator('.wide-table tr > :first-child')
    expect(await first.count()).toBeGreaterThan(5)
    expect(await brokenWords(first)).toEqual([])
  })

  test("no name is broken in a file's path", async ({ page }) => {
    await page.goto(pages.files)
    await page.locator('details').evaluateAll((all) => {
      for (const folder of all) (folder as HTMLDetailsElement).open = true
    })
    const names = page.locator('.kit-files :is(h2, h3) .unbroken')
    expect(await names.count()).toBeGreaterThan(100)
    const heights = await names.evaluateAll((all) => all.map((name) => name.getBoundingClientRect().height))
    expect(Math.max(...heights)).toBeLessThan(Math.min(...heights) * 1.5)
  })
})
