import type { Page } from '@playwright/test'

/** React starts when a control is approached; focusing one does that. Resolves when it has taken over. */
export async function hydrate(page: Page) {
  await page.getByRole('banner').getByRole('button').first().focus()
  await page.locator('html[data-hydrated]').waitFor()
}

/** Resolves when the faces of prose and code are there (site/boot/boot.ts); until then a line may still wrap anew. */
export async function typeset(page: Page) {
  await page.waitForFunction(() => localStorage.getItem('faces'))
}
