import type { Page } from '@playwright/test'

/** Focuses something in every `client:intent` island. Resolves when React has hydrated all of them. */
export async function hydrate(page: Page) {
  await page.waitForLoadState('load')
  await page.evaluate(() => {
    for (const island of document.querySelectorAll('astro-island[client=intent]'))
      island.firstElementChild?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  })
  await page.waitForFunction(() => !document.querySelector('astro-island[client=intent][ssr]'))
  // Astro removes the attribute when React starts to hydrate, and no public sign says that React has finished. Do not wait
  // for an idle callback: headless Chromium may not call it for half a minute. Tests wait for what React shows.
  await page.waitForTimeout(100)
}

/** Resolves when the typefaces of prose and code are loaded (site/theme.ts). Until then, lines may wrap differently. */
export async function typeset(page: Page) {
  await page.waitForFunction(() => localStorage.getItem('faces'))
}

/** Holds back the files of scripts, so that React cannot run. Resolves to a function that lets them load. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}
