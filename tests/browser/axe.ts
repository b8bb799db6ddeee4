import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

export const themes = ['light', 'dark'] as const

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const options: Record<(typeof themes)[number], axe.RunOptions> = {
  light: {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { 'target-size': { enabled: true } },
    resultTypes: ['violations'],
  },
  // No other rule depends on colors.
  dark: { runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] },
}

/**
 * Runs axe.
 * @param theme the colors of the page. In dark colors, only the rules on contrast run
 * @param parts selectors, to check only parts of the page
 * @returns each violated rule with the elements that violate it
 */
export async function findings(
  page: Page,
  theme: (typeof themes)[number],
  ...parts: string[]
): Promise<string[]> {
  // Lay out all sections first. Otherwise, axe measures texts at wrong positions, in front of other sections.
  const isLoaded = await page.evaluate(() => {
    document.documentElement.dataset.whole = ''
    return 'axe' in window
  })
  if (!isLoaded) await page.evaluate(source)
  return page.evaluate(
    async ({ include, options }) => {
      // The colors of another theme appear slowly.
      for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish()
      const { run } = (window as unknown as { axe: typeof axe }).axe
      const { violations } = await run({ include }, options)
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
    },
    { include: parts.length > 0 ? parts : ['html'], options: options[theme] },
  )
}

/** How many px the page scrolls sideways. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
