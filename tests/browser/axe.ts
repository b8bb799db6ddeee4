import { readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

export const themes = ['light', 'dark'] as const

/** The builder runs its source twice for each check, and by default takes the readable file, which is twice as long. */
const axeSource = `if (!('axe' in window)) {${readFileSync('node_modules/axe-core/axe.min.js', 'utf8')}}`

/**
 * Runs axe.
 * @param theme the colors of the page. In dark colors, only the rules on contrast run, because no other rule depends on colors
 * @param parts selectors, to check only parts of the page
 * @returns each violated rule with the elements that violate it
 */
export async function findings(
  page: Page,
  theme: (typeof themes)[number],
  ...parts: string[]
): Promise<string[]> {
  await page.evaluate(async () => {
    // Lay out all sections first. Otherwise, axe measures texts at wrong positions, in front of other sections.
    document.documentElement.dataset.whole = ''
    // Without a box for what is folded. Otherwise, the browser lays it out again for each element that axe measures there.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('@media screen { details:not([open])::details-content { display: none } }')
    document.adoptedStyleSheets.push(sheet)
    // The colors of a button take a moment to become those of another theme.
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.all(transitions.map(({ finished }) => finished.catch(() => {})))
  })
  const axe = new AxeBuilder({ page, axeSource })
  for (const part of parts) axe.include(part)
  // The order matters: `options` after `withTags` would drop the tags.
  if (theme === 'light')
    axe
      .options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  else axe.options({ resultTypes: ['violations'] }).withRules(['color-contrast', 'link-in-text-block'])
  // The default mode also checks frames of other origins. Our pages have none, and that mode takes 50% longer.
  const { violations } = await axe.setLegacyMode().analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** How many px the page scrolls sideways. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
