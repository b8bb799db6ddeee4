// A phone: readers who enlarge or space out text (WCAG 1.4.4, 1.4.10 and 1.4.12), and what a finger needs (design.md): targets of
// 44px, and no look that stays after a tap. The tests change the browser's default size, because `rem` in a media query depends on
// it, and the page's own size, which only the query of a container follows.

import { expect, type Page, test } from '@playwright/test'
import { labels } from '#content/labels.ts'
import { everyPage } from './every-page.ts'
import { typeset } from './hydrate.ts'

/** Runs in the page. @returns how far the page scrolls sideways, in px, and the texts that are cut off */
function findCutOffText() {
  const { clientWidth, scrollWidth } = document.documentElement
  const lost: string[] = []
  for (const element of document.querySelectorAll('h1, h2, dd, dt, button, .bar a, .footer a, p')) {
    if (!element.checkVisibility() || element.closest('thead, .skip, .sr-only')) continue
    const range = document.createRange()
    range.selectNodeContents(element)
    let right = clientWidth
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box)
      if (overflowX === 'hidden') right = Math.min(right, box.getBoundingClientRect().right)
      if (overflowX === 'auto') right = Number.POSITIVE_INFINITY
    }
    if (range.getBoundingClientRect().right > right + 1) lost.push(element.textContent)
  }
  return { sideways: scrollWidth - clientWidth, lost }
}

/** Waits until every section is laid out with its final typefaces. */
async function settle(page: Page) {
  await typeset(page)
  await page.evaluate(() => {
    document.documentElement.dataset.whole = ''
  })
}

async function expectNothingCutOff(page: Page) {
  expect.soft(await page.evaluate(findCutOffText), page.url()).toEqual({ sideways: 0, lost: [] })
  const bar = page.getByRole('banner')
  for (const button of await bar.getByRole('button').all()) await expect(button).toBeInViewport({ ratio: 1 })
  // A page that lets nothing out has no dialog: its purchase button is a link.
  const buy = bar.getByRole('button', { name: labels.bar.buy })
  if ((await buy.count()) === 0) return
  await buy.click()
  const wider = await page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)
  expect.soft(wider, 'the dialog').toBe(0)
}

/** `npm test` has the hardest case of each: the largest text, and the narrowest window. */
const everyday = (isHardest: boolean) => (isHardest ? {} : { tag: '@long' })
const widths = [320, 375]

for (const size of [16, 20, 24, 32]) {
  for (const width of widths) {
    test(
      `with text of ${size}px, nothing is cut off or out of reach at ${width}px`,
      everyday(size === 32 && width === 320),
      async ({ playwright, launchOptions, baseURL }) => {
        test.slow()
        const args = [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${size}`]
        const browser = await playwright.chromium.launch({ ...launchOptions, args })
        const page = await browser.newPage({ viewport: { width, height: 800 }, baseURL: baseURL ?? '' })
        for (const path of everyPage) {
          await page.goto(path)
          await settle(page)
          await expectNothingCutOff(page)
        }
        await browser.close()
      },
    )
  }
}

const styles = [
  '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }',
  // Media queries do not see this size, and the browser's own size stays as it is.
  'html { font-size: 200% !important }',
]

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

test.describe('text that is spaced out, or twice its size', () => {
  // Without the policy, a test can add styles.
  test.use({ bypassCSP: true })
  for (const width of widths) {
    test(`nothing is cut off or out of reach at ${width}px`, everyday(width === 320), async ({ page }) => {
      test.slow()
      await page.setViewportSize({ width, height: 800 })
      for (const path of everyPage) {
        await page.goto(path)
        await settle(page)
        for (const style of styles) {
          const added = await page.addStyleTag({ content: style })
          await expectNothingCutOff(page)
          await page.keyboard.press('Escape')
          await added.evaluate((element) => (element as Element).remove())
        }
      }
    })
  }
})

test.describe('a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 740 } })

  test('finds targets of 44px on every page, and leaves no look', async ({ page }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
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

  test('a button looks the same after a tap', async ({ page }) => {
    await page.goto('/')
    const button = page.getByRole('banner').getByRole('button', { name: labels.bar.menu })
    const background = () => button.evaluate((one) => getComputedStyle(one).backgroundColor)
    const before = await background()
    await button.tap()
    await button.tap()
    expect(await background()).toBe(before)
  })
})
