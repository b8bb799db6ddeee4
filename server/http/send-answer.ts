import type { IncomingMessage, ServerResponse } from 'node:http'

/** A status line, headers and a body that many requests are answered with. */
export interface Answer {
  status: number
  /** Names and values in turn. */
  headers: string[]
  body: Buffer
  /** As Node last wrote it, head and body in one piece, and the second, since the epoch, of its Date. */
  written?: { head: string; bytes: Buffer; second: number }
}

/** What Node keeps for itself of an answer: the head's text, and whether that is on its way. */
type Kept = ServerResponse & { _header?: unknown; _headerSent?: unknown }

/**
 * `response.writeHead` and `response.end` for an answer that is sent again and again: Node puts its head together and
 * checks it once a second rather than each time, and from then on head and body go out in one piece, which is two fifths
 * more pages a second (docs/decisions/010-written-answers.md). For HEAD the body is left out.
 *
 * Danger: `_header` and `_headerSent` are private fields of Node's. What is sent past them is only ever what Node itself
 * wrote for the same answer, on a connection that stays open as well; where Node has no such fields, each answer is
 * written in full.
 */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const kept: Kept = response
  const second = Math.floor(Date.now() / 1000)
  // What else Node writes depends on these: whether a body follows, whether the connection stays open, and how that is
  // said.
  const usual = request.method === 'GET' && response.shouldKeepAlive && request.httpVersion === '1.1'
  if (usual && answer.written?.second === second) {
    response.statusCode = answer.status
    kept._header = answer.written.head
    kept._headerSent = true
    response.end(answer.written.bytes)
    return
  }
  response.writeHead(answer.status, answer.headers)
  const { _header: head, _headerSent: isSent } = kept
  if (usual && typeof head === 'string' && isSent === false) {
    answer.written = { head, bytes: Buffer.concat([Buffer.from(head, 'latin1'), answer.body]), second }
  }
  response.end(request.method === 'HEAD' ? undefined : answer.body)
}
