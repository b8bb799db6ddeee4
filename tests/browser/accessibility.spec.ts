import { expect, test } from '@playwright/test'
import { catalog } from '#content/catalog.ts'
import { closing } from '#content/home/closing.ts'
import { comparison } from '#content/home/comparison.ts'
import { hero } from '#content/home/hero.ts'
import { labels } from '#content/labels.ts'
import { purchase } from '#content/purchase.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { billedPrice } from '../support/shown-price.ts'
import { findings, themes } from './axe.ts'
import { hydrate } from './hydrate.ts'
import { sellerLink } from './seller-link.ts'

const widths = [320, 768, 1440]

for (const [themeIndex, theme] of themes.entries()) {
  for (const [widthIndex, width] of widths.entries()) {
    // `npm test` has one of them, and of the home page only the parts that open. every-page.spec.ts runs axe on every page.
    const isEveryday = themeIndex + widthIndex === 0
    const tag = isEveryday ? {} : { tag: '@long' }
    const changed = (...parts: string[]) => (isEveryday ? parts : [])
    test.describe(`${theme}, ${width}px`, () => {
      test.use({ colorScheme: theme, viewport: { width, height: 900 } })

      test("the server's pages have no axe findings", tag, async ({ page }) => {
        await page.goto('/functions/v1/download/unknown')
        expect(await findings(page, theme)).toEqual([])
        const data = aBuyer({ name: 'Ada', email: `axe-${theme}-${width}@example.com` })
        const answer = await page.request.post('/functions/v1/create-checkout', {
          data,
          headers: { 'x-forwarded-for': `2001:db8:${theme === 'dark' ? 1 : 2}${width}::1` },
        })
        const { url } = await answer.json()
        await page.goto(url)
        await page.getByLabel('Promotion code').fill('unknown')
        await page.getByRole('button', { name: 'Apply' }).click()
        await expect(page.getByRole('alert')).toBeVisible()
        expect(await findings(page, theme)).toEqual([])
        await page.getByRole('button', { name: 'Decline' }).click()
        await expect(page.getByRole('alert')).toBeVisible()
        expect(await findings(page, theme, '[role=alert]')).toEqual([])
        await page.getByRole('button', { name: `Pay ${billedPrice(catalog.priceCents)}` }).click()
        await page.goto(url)
        expect(await findings(page, theme)).toEqual([])
        await expect.poll(() => sellerLink(data.email)).not.toBeNull()
        await page.goto((await sellerLink(data.email)) ?? '')
        expect(await findings(page, theme)).toEqual([])
        // `npm test` runs this test in light colors only. The server's pages share one sheet, so one page shows its contrast.
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await findings(page, 'dark')).toEqual([])
      })

      test('the home page has no axe findings in any open state', tag, async ({ page }) => {
        test.slow()
        await page.goto('/')
        await hydrate(page)
        await page.locator('#faq summary').first().click()
        await page.locator('.tree-row').nth(1).click()
        const [row] = comparison.rows
        if (row) await page.getByRole('button', { name: comparison.about(row.task) }).click()
        expect(await findings(page, theme, ...changed('#faq', '#files', '#compare'))).toEqual([])
        await page.keyboard.press('Escape')
        if (width < 1024) {
          await page.getByRole('banner').getByRole('button', { name: labels.bar.menu }).click()
          expect(await findings(page, theme, 'header')).toEqual([])
          await page.keyboard.press('Escape')
        }
        await page.getByRole('button', { name: closing.buy }).click()
        await page.getByRole('dialog').getByRole('button', { name: purchase.form.submit }).click()
        await page.locator('[data-sonner-toast]').first().waitFor()
        expect(await findings(page, theme, ...changed('dialog[open]', '[data-sonner-toaster]'))).toEqual([])
      })
    })
  }
}

test.describe('theme', () => {
  test('follows the system; a control changes it, and the next page shows the choice without a flash; in forced colors, purchase buttons keep their border and show the focus', async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/')
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const light = await background()
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await background()
    expect(dark).not.toBe(light)
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
    for (const name of [hero.buy, closing.buy]) {
      const button = page.getByRole('button', { name }).first()
      await page.keyboard.press('Tab')
      await button.focus()
      const style = await button.evaluate((node) => {
        const { borderTopStyle, borderTopWidth, outlineStyle, outlineWidth } = getComputedStyle(node)
        return {
          borderTopStyle,
          border: Number.parseFloat(borderTopWidth),
          outlineStyle,
          outline: Number.parseFloat(outlineWidth),
        }
      })
      expect(style.borderTopStyle).toBe('solid')
      expect(style.border).toBeGreaterThanOrEqual(1)
      expect(style.outlineStyle).not.toBe('none')
      expect(style.outline).toBeGreaterThanOrEqual(2)
    }
    await page.emulateMedia({ forcedColors: 'none' })
    const control = page
      .getByRole('radio', { name: labels.theme.dark.label })
      .filter({ visible: true })
      .first()
    await hydrate(page)
    for (let press = 0; press < 3 && (await background()) !== dark; press++) await control.click()
    expect(await background()).toBe(dark)
    await page.goto('/blog', { waitUntil: 'commit' })
    await page.locator('h1').waitFor()
    expect(await background()).toBe(dark)

    // A page that Back restores shows the theme that was chosen meanwhile.
    await page.evaluate(() => {
      localStorage.setItem('theme', 'light')
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(
      page.getByRole('banner').getByRole('radio', { name: labels.theme.light.label }),
    ).toBeChecked()
  })
})
