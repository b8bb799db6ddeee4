import type { Page } from '@playwright/test'

/**
 * Does what loads the page, or loads it again, and resolves when the new page hears of changes: the development server
 * greets each socket that opens. A change between the page's HTML and that greeting is never shown.
 */
export async function untilListening(page: Page, load: () => Promise<unknown>): Promise<void> {
  const greeted = new Promise<void>((resolve) => {
    page.once('websocket', (socket) => socket.once('framereceived', () => resolve()))
  })
  await load()
  await greeted
}
