import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { messages } from '#content/messages.ts'
import { ShopError } from '../errors.ts'
import { checkUnchanged, type Kit } from './kit.ts'
import { readRange } from './range.ts'

/** `attachment` with the file name in both forms of RFC 6266 §4.3: ASCII for old clients, UTF-8 for the others. */
function disposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/**
 * Streams the archive, or the requested range, from the disk. A POST may also request a range, because browsers resume a
 * download with the method that started it.
 * @returns `bytes`: the length of the response
 * @throws ShopError `unavailable` if the file is missing, or is not the one whose digest was mailed
 */
export async function sendKit(kit: Kit, request: Headers): Promise<{ response: Response; bytes: number }> {
  const etag = `"${kit.sha256}"`
  const headers = { 'accept-ranges': 'bytes', etag, 'cache-control': 'private, no-transform' }
  const range = readRange(request.get('range') ?? undefined, request.get('if-range') ?? undefined, {
    size: kit.bytes,
    etag,
  })
  if (range === 'unsatisfiable') {
    const contentRange = `bytes */${kit.bytes}`
    return {
      response: new Response(null, { status: 416, headers: { ...headers, 'content-range': contentRange } }),
      bytes: 0,
    }
  }
  const part = range === 'whole' ? { start: 0, end: kit.bytes - 1 } : range
  const bytes = part.end - part.start + 1
  const stream = Readable.toWeb(await openKit(kit, part)) as ReadableStream<Uint8Array>
  const response = new Response(stream as BodyInit, {
    status: range === 'whole' ? 200 : 206,
    headers: {
      ...headers,
      'content-type': 'application/octet-stream',
      'content-disposition': disposition(kit.fileName),
      'content-length': String(bytes),
      ...(range !== 'whole' && { 'content-range': `bytes ${part.start}-${part.end}/${kit.bytes}` }),
    },
  })
  return { response, bytes }
}

async function openKit(kit: Kit, part: { start: number; end: number }): Promise<Readable> {
  const unavailable = (cause?: unknown) =>
    new ShopError('unavailable', messages.download.unreadable, {
      remedy: messages.download.again,
      cause,
    })
  const file = await open(kit.path).catch((cause) => {
    throw unavailable(cause)
  })
  try {
    checkUnchanged(kit, await file.stat())
  } catch (cause) {
    await file.close()
    throw unavailable(cause)
  }
  return file.createReadStream(part)
}
