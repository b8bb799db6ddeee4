import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Response codes (RFC 1035 §4.1.1). */
const codes = { noError: 0, serverFailure: 2, noSuchName: 3 }

/** Reads the name in the question of a message, and the offset where the question ends (RFC 1035 §4.1.2). */
function readQuestion(message: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  // After the name come the root's empty label, the type and the class: 5 bytes.
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

/** A TXT record for the name in the question, in pieces of at most 255 bytes (RFC 1035 §3.3.14). */
function writeTxt(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const piece = bytes.subarray(at, at + 255)
    pieces.push(Buffer.from([piece.length]), piece)
  }
  const data = Buffer.concat(pieces)
  const head = Buffer.alloc(12)
  // A pointer to the question's name.
  head.writeUInt16BE(0xc00c, 0)
  // Type TXT, class Internet, and a time to live of 60 seconds.
  head.writeUInt16BE(16, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/**
 * Starts a DNS server on this machine that has only TXT records.
 * @param records the texts of each name
 * @param broken whether the server answers every question with SERVFAIL
 * @returns `address`: the server's `address:port`
 */
export async function startDns(records: Record<string, string[]>, broken = false) {
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { name, end } = readQuestion(message)
    const texts = records[name] ?? []
    const head = Buffer.from(message.subarray(0, 12))
    const code = broken ? codes.serverFailure : texts.length > 0 ? codes.noError : codes.noSuchName
    // Flags: an authoritative answer, recursion available. Counts: one question, the answers, no other records.
    head.writeUInt16BE(0x8580 | code, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(broken ? 0 : texts.length, 6)
    head.writeUInt32BE(0, 8)
    const answers = broken ? [] : texts.map(writeTxt)
    socket.send(Buffer.concat([head, message.subarray(12, end), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}
