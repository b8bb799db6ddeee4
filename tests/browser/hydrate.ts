import type { Page } from '@playwright/test'

/** React comes when somebody comes near. Resolves when every island that waits for that has been taken over. */
export async function hydrate(page: Page) {
  await page.waitForLoadState('load')
  await page.evaluate(() => {
    for (const island of document.querySelectorAll('astro-island[client=intent]'))
      island.firstElementChild?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  })
  await page.waitForFunction(() => !document.querySelector('astro-island[client=intent][ssr]'))
  await page.waitForTimeout(100)
}

/** Resolves when the faces of prose and code are there (site/theme.js); until then a line may still wrap anew. */
export async function typeset(page: Page) {
  await page.waitForFunction(() => sessionStorage.getItem('faces'))
}
