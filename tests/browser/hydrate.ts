import type { Page } from '@playwright/test'

/** React starts when a control is approached; focusing one does that. Resolves when it has taken over. */
export async function hydrate(page: Page) {
  await page.getByRole('banner').getByRole('button').first().focus()
  await page.locator('html[data-hydrated]').waitFor()
}
