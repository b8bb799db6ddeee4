import type { Page } from '@playwright/test'

/** Focuses something in every `client:intent` island. Resolves when React has hydrated all of them. */
export async function hydrate(page: Page) {
  await page.waitForLoadState('load')
  await page.evaluate(() => {
    for (const island of document.querySelectorAll('astro-island[client=intent]'))
      island.firstElementChild?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  })
  await page.waitForFunction(() => !document.querySelector('astro-island[client=intent][ssr]'))
  // Astro removes the attribute when React starts. React renders in tasks of its own, so the browser is idle afterwards.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
}

/** Resolves when the faces of prose and code are loaded (site/theme.ts). Until then, lines may still wrap differently. */
export async function typeset(page: Page) {
  await page.waitForFunction(() => localStorage.getItem('faces'))
}
