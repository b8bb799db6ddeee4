import type { IncomingMessage, ServerResponse } from 'node:http'

/** A status line and headers that many answers share. */
export interface Head {
  status: number
  /** Names and values in turn. */
  headers: string[]
  /** As Node last wrote it, and the second, since the epoch, of its Date. */
  written?: { text: string; second: number }
}

/**
 * `response.writeHead` for a head that is sent again and again: Node puts it together and checks it once a second
 * rather than for each answer, which is a seventh of the time that a page takes (docs/decisions/009-written-heads.md).
 *
 * Danger: `_header` is a private field of Node's. It is only ever given what Node itself wrote for the same head, on a
 * connection that stays open as well; where Node has no such field, each answer is written in full.
 */
export function writeHead(request: IncomingMessage, response: ServerResponse, head: Head): void {
  const kept = response as ServerResponse & { _header?: unknown }
  const second = Math.floor(Date.now() / 1000)
  // What else Node writes depends on these two: whether the connection stays open, and how that is said.
  const usual = response.shouldKeepAlive && request.httpVersion === '1.1'
  if (usual && head.written?.second === second) {
    response.statusCode = head.status
    kept._header = head.written.text
    return
  }
  response.writeHead(head.status, head.headers)
  if (usual && typeof kept._header === 'string') head.written = { text: kept._header, second }
}
