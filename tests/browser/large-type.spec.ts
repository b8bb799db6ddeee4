// Readers who enlarge or space out text on a phone: WCAG 1.4.4, 1.4.10 and 1.4.12. The tests change the browser's default
// size, because `rem` in a media query depends on it, and the page's own size, which only the query of a container follows.

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
  {
    name: 'wide spacing of letters, words and lines',
    style:
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }',
  },
  // Media queries do not see this size, and the browser's own size stays as it is.
  { name: "the page's text at twice its size", style: 'html { font-size: 200% !important }' },
]
for (const { name, style } of styles) {
  test.describe(name, () => {
    test.use({ bypassCSP: true })
    for (const width of widths) {
      test(`nothing is cut off or out of reach at ${width}px`, everyday(width === 320), async ({ page }) => {
        test.slow()
        await page.setViewportSize({ width, height: 800 })
        for (const path of everyPage) {
          await page.goto(path)
          await page.addStyleTag({ content: style })
          await settle(page)
          await expectNothingCutOff(page)
        }
      })
    }
  })
}
