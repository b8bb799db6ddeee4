import type { Page } from '@playwright/test'

/** Comes near every island that waits for that. Resolves when React has taken them over. */
export async function hydrate(page: Page) {
  await page.waitForLoadState('load')
  await page.evaluate(() => {
    for (const island of document.querySelectorAll('astro-island[client=intent]'))
      island.firstElementChild?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  })
  await page.waitForFunction(() => !document.querySelector('astro-island[client=intent][ssr]'))
  await page.waitForTimeout(100)
}

/** Resolves when the faces of prose and code are there (site/theme.ts); until then a line may still wrap anew. */
export async function typeset(page: Page) {
  await page.waitForFunction(() => localStorage.getItem('faces'))
}
