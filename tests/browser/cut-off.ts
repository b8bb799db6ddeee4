import { expect, type Page } from '@playwright/test'
import { labels } from '#content/labels.ts'

/** Texts for screen readers alone, in a cell that shows a line instead. */
const unseen = '.access-none'

/** Runs in the page. Lays out all sections. */
function layOut() {
  document.documentElement.dataset.whole = ''
}

/** Finds the boxes of a page that cut off a part of their content at the width of its window. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate((unseen) => {
    // Lay out all sections first.
    document.documentElement.dataset.whole = ''
    const nameOf = ({ localName, classList }: Element) => [localName, ...classList].join('.')
    const cutting = [...document.body.querySelectorAll<HTMLElement>(':not(svg, svg *)')].filter((box) => {
      const { overflowX, clipPath, textOverflow } = getComputedStyle(box)
      const cuts =
        ['hidden', 'clip'].includes(overflowX) && clipPath === 'none' && textOverflow !== 'ellipsis'
      // A border that lies over the next one is a pixel wider.
      return cuts && box.checkVisibility() && !box.matches(unseen) && box.scrollWidth > box.clientWidth + 1
    })
    return cutting.map((box) => `${nameOf(box)}: ${box.scrollWidth} px in ${box.clientWidth}`)
  }, unseen)

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

/** Fails if the page scrolls sideways or cuts off a text, in its dialog too, or if a button of the bar is out of the window. */
export async function expectNothingCutOff(page: Page, what = '') {
  await page.evaluate(layOut)
  expect.soft(await page.evaluate(findCutOffText), `${page.url()} ${what}`).toEqual({ sideways: 0, lost: [] })
  const bar = page.getByRole('banner')
  for (const button of await bar.getByRole('button').all()) await expect(button).toBeInViewport({ ratio: 1 })
  // All pages have the same dialog.
  if (new URL(page.url()).pathname !== '/') return
  await bar.getByRole('button', { name: labels.bar.buy }).click()
  const wider = await page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)
  expect.soft(wider, 'the dialog').toBe(0)
  await page.keyboard.press('Escape')
}

/** The texts of a reader who spaces them out (WCAG 1.4.12), or doubles their size. */
const readersStyles = [
  '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }',
  // Media queries do not see this size, and the browser's own size stays as it is.
  'html { font-size: 200% !important }',
]

/** Like `expectNothingCutOff`, in a window of this width, while a reader's style sheet applies. */
export async function expectRoomForReaders(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 })
  for (const style of [...readersStyles, '']) {
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets = [sheet]
    }, style)
    if (style) await expectNothingCutOff(page, `${width}px, ${style}`)
  }
}
