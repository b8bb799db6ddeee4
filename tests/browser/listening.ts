import { expect, type Frame, type Page, type WebSocket } from '@playwright/test'

/**
 * Does what loads the page, or loads it again, and resolves when the newest page hears of changes: the development server
 * greets each socket that opens. A change between the page's HTML and that greeting is never shown.
 */
export async function untilListening(page: Page, load: () => Promise<unknown>): Promise<void> {
  let greeted: WebSocket | undefined
  let newest: WebSocket | undefined
  const open = (socket: WebSocket) => {
    newest = socket
    socket.once('framereceived', () => {
      greeted = socket
    })
  }
  // A page that goes may not close its socket.
  const leave = (frame: Frame) => {
    if (frame === page.mainFrame()) newest = undefined
  }
  page.on('websocket', open).on('framenavigated', leave)
  await load()
  await expect.poll(() => newest !== undefined && newest === greeted).toBe(true)
  page.off('websocket', open).off('framenavigated', leave)
}
