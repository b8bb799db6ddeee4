import { expect, type Frame, type Page, type WebSocket } from '@playwright/test'

/**
 * Calls `load`, which loads or reloads the page, and resolves when the newest page is connected to the development server.
 * The server greets each socket that opens. It never reports a change between the page's HTML and this greeting.
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
  // A page that the browser leaves may not close its socket.
  const leave = (frame: Frame) => {
    if (frame === page.mainFrame()) newest = undefined
  }
  page.on('websocket', open).on('framenavigated', leave)
  await load()
  await expect.poll(() => newest !== undefined && newest === greeted).toBe(true)
  page.off('websocket', open).off('framenavigated', leave)
}
