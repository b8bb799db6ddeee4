import { expect, type Frame, type Page, type WebSocket } from '@playwright/test'

/**
 * Calls `load`, which loads or reloads the page, and resolves when the newest page is connected to the development server.
 * The server greets each new socket. It does not report changes between the page's HTML and this greeting, so a test must not
 * edit a file earlier.
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
  // After a navigation, the socket of the former page may stay open.
  const leave = (frame: Frame) => {
    if (frame === page.mainFrame()) newest = undefined
  }
  page.on('websocket', open).on('framenavigated', leave)
  await load()
  await expect.poll(() => newest !== undefined && newest === greeted).toBe(true)
  page.off('websocket', open).off('framenavigated', leave)
}
