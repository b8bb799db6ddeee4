// A phone: readers who enlarge text (WCAG 1.4.4 and 1.4.10), and what a finger needs: targets of 44px, and no look that stays after a
// tap. The tests change the browser's default size, because `rem` in a media query depends on it. every-page.spec.ts changes the
// page's own size, which only the query of a container follows.

import { expect, test } from '@playwright/test'
import { comparison } from '#content/home/comparison.ts'
import { labels } from '#content/labels.ts'
import { expectNothingCutOff } from './cut-off.ts'
import { everyPage, oneOfEachKind } from './every-page.ts'
import { typeset } from './hydrate.ts'

for (const size of [16, 20, 24, 32]) {
  for (const width of [320, 375]) {
    // `npm test` has the largest text in the narrowest window, on one page of each kind.
    const isHardest = size === 32 && width === 320
    const tag = isHardest ? {} : { tag: '@long' }
    const paths = isHardest ? oneOfEachKind : everyPage
    test(
      `with text of ${size}px, nothing is cut off or out of reach at ${width}px`,
      tag,
      async ({ playwright, launchOptions, baseURL }) => {
        test.slow()
        const args = [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${size}`]
        const browser = await playwright.chromium.launch({ ...launchOptions, args })
        const page = await browser.newPage({ viewport: { width, height: 800 }, baseURL: baseURL ?? '' })
        for (const path of paths) {
          await page.goto(path)
          await typeset(page)
          await expectNothingCutOff(page)
        }
        await browser.close()
      },
    )
  }
}

/**
 * Runs in the page. Presses beside the middle of each control, because an invisible edge takes a finger, too. A link in a sentence may be
 * smaller (WCAG 2.5.8).
 * @returns the controls that a finger may miss
 */
function findSmallTargets() {
  const reach = 21
  const small: string[] = []
  for (const control of document.querySelectorAll('a[href], button, summary, input, select, textarea')) {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('.skip, .sr-only')) continue
    let block = control.parentElement
    while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
    const text = control.textContent.trim()
    const isInline = getComputedStyle(control).display === 'inline' && !control.closest('svg')
    if (isInline && (block?.textContent.trim().length ?? 0) > text.length) continue

    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const area = control.closest('label') ?? control
    const { left, top, width, height } = area.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const isHit = (atX: number, atY: number) => {
      const hit = document.elementFromPoint(atX, atY)
      return hit !== null && area.contains(hit)
    }
    const isLarge = isHit(x, y - reach) && isHit(x, y + reach) && isHit(x - reach, y) && isHit(x + reach, y)
    if (!isLarge)
      small.push(`${control.tagName} ${text || control.getAttribute('href')} ${width} × ${height}`)
  }
  return small
}

/** Runs in the page. @returns the rules that change a control under the pointer, also where no pointer can hover */
function findStayingLooks() {
  const staying: string[] = []
  const visit = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule && rule.conditionText.includes('hover: hover')) continue
      if (rule instanceof CSSStyleRule) {
        const { selectorText } = rule
        if (!selectorText.includes(':hover')) continue
        const matched = [...document.querySelectorAll(selectorText.replaceAll(':hover', ':is(*)'))]
        // A tap on a line of the log highlights its box.
        if (matched.some((one) => one.matches(':is(button, .button, summary, label):not([data-of])')))
          staying.push(selectorText)
      } else if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList) visit(rule.cssRules)
    }
  }
  for (const sheet of document.styleSheets) visit(sheet.cssRules)
  return staying
}

test.describe('a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 740 } })

  test('finds targets of 44px on every page, and leaves no look', async ({ page }) => {
    test.slow()
    for (const path of everyPage) {
      await page.goto(path)
      await page.evaluate(async () => {
        await document.fonts.ready
        document.documentElement.dataset.whole = ''
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      expect.soft(await page.evaluate(findSmallTargets), path).toEqual([])
      expect.soft(await page.evaluate(findStayingLooks), path).toEqual([])
    }
  })

  test('a button looks the same after a tap, and a tap opens the help of the comparison', async ({
    page,
  }) => {
    await page.goto('/')
    const button = page.getByRole('banner').getByRole('button', { name: labels.bar.menu })
    const background = () => button.evaluate((one) => getComputedStyle(one).backgroundColor)
    const before = await background()
    await button.tap()
    await button.tap()
    expect(await background()).toBe(before)

    const help = page.getByRole('button', { name: comparison.about(comparison.rows[0]?.task ?? '') }).first()
    await help.scrollIntoViewIfNeeded()
    await help.tap()
    await expect(page.locator(`[id="${await help.getAttribute('popovertarget')}"]`)).toBeVisible()
  })
})
