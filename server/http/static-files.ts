import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pages } from '../../contract/paths.ts'
import { type Coding, rankCodings } from './accept-encoding.ts'
import { contentTypes } from './content-types.ts'
import { sitePageHeaders } from './security-headers.ts'
import { type Answer, sendAnswer } from './send-answer.ts'

interface Variant {
  etag: string
  whole: Answer
  notModified: Answer
}
type Entry = Partial<Record<Coding, Variant>> & { identity: Variant }

const codingExtensions: [Coding, string][] = [
  ['identity', ''],
  ['br', '.br'],
  ['zstd', '.zst'],
  ['gzip', '.gz'],
]

export interface StaticFiles {
  /** Answers any request: a file, a redirect or the not-found page. */
  handle(request: IncomingMessage, response: ServerResponse): void
  /** How many addresses there are. */
  readonly size: number
}

/** Where a built file is found: pages without their `index.html`, everything else as it is named. */
const addressOf = (file: string) =>
  path.posix.basename(file) === 'index.html' ? path.posix.dirname(`/${file}`) : `/${file}`

/** What unknown addresses are answered with; asked for directly, they are 404 too. */
const notFoundAddresses = ['/blog/404', '/404']

function cacheControl(address: string, type: string): string {
  if (address.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return type.startsWith('text/') ? 'no-cache' : 'public, max-age=3600'
}

function readEntry(root: string, file: string, headers: Record<string, string>): Entry {
  const address = addressOf(file)
  const type = contentTypes[path.extname(file)] ?? 'application/octet-stream'
  const status = notFoundAddresses.includes(address) ? 404 : 200
  const found = codingExtensions.filter(([, extension]) => existsSync(path.join(root, file + extension)))
  const entry: Partial<Record<Coding, Variant>> = {}
  for (const [coding, extension] of found) {
    const body = readFileSync(path.join(root, file + extension))
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const validators = Object.entries({
      'cache-control': cacheControl(address, type),
      etag,
      ...(found.length > 1 && { vary: 'Accept-Encoding' }),
      ...headers,
    }).flat()
    const own = ['content-type', type, 'content-length', String(body.byteLength)]
    if (coding !== 'identity') own.push('content-encoding', coding)
    entry[coding] = {
      etag,
      whole: { status, headers: [...own, ...validators], body },
      notModified: { status: 304, headers: validators, body: Buffer.alloc(0) },
    }
  }
  return entry as Entry
}

/** Weak comparison, as If-None-Match asks for (RFC 9110 §13.1.2). */
function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}

function plain(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(`${text}\n`)
}

/** The files of the built site by their addresses. @param headers go out with every one of them */
function readEntries(root: string, headers: Record<string, string>): Map<string, Entry> {
  const names = existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }) : []
  const files = names
    .filter((name) => name.isFile())
    .map((name) => path.relative(root, path.join(name.parentPath, name.name)).replaceAll(path.sep, '/'))
  const known = new Set(files)
  const entries = new Map<string, Entry>()
  for (const file of files) {
    const isVariant = codingExtensions.some(
      ([, extension]) => extension && file.endsWith(extension) && known.has(file.slice(0, -extension.length)),
    )
    const isPrivate = /(^|\/)\.(?!well-known\/)/.test(file)
    if (isVariant || isPrivate) continue
    const page = file.endsWith('.html') ? sitePageHeaders : {}
    entries.set(addressOf(file), readEntry(root, file, { ...headers, ...page }))
  }
  return entries
}

function send(request: IncomingMessage, response: ServerResponse, entry: Entry): void {
  let variant = entry.identity
  for (const coding of rankCodings(request.headers['accept-encoding'] as string | undefined)) {
    const candidate = entry[coding]
    if (!candidate) continue
    variant = candidate
    break
  }
  const ifNoneMatch = request.headers['if-none-match']
  const isKnown =
    ifNoneMatch !== undefined && variant.whole.status === 200 && matches(ifNoneMatch, variant.etag)
  sendAnswer(request, response, isKnown ? variant.notModified : variant.whole)
}

/** As it stands where a % in it is no escape: somebody's mangled link, for which there is a page. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/**
 * The built site, read into memory once: a request is one look-up in a map, so no path can lead outside of it.
 * Beside a file, `.br`, `.zst` and `.gz` are its precompressed variants.
 * @param root directory of the built site; when it is missing, every address says so with 404
 * @param options `headers` go out with everything; `onReturn` hears the session of a visit to /payment-success
 */
export function loadStaticFiles(
  root: string,
  options: { headers: Record<string, string>; onReturn?: (sessionId: string) => void },
): StaticFiles {
  const entries = readEntries(root, options.headers)

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? '/'
    const queryAt = url.indexOf('?')
    let address = queryAt < 0 ? url : url.slice(0, queryAt)
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD') {
      plain(response, 405, 'This address is read with GET.', { ...options.headers, allow: 'GET, HEAD' })
      return
    }
    let entry = entries.get(address)
    if (!entry && address.includes('%')) {
      address = decoded(address)
      entry = entries.get(address)
    }
    if (entry) {
      send(request, response, entry)
      if (address === pages.paymentSuccess && method === 'GET' && queryAt >= 0) {
        const sessionId = new URLSearchParams(url.slice(queryAt)).get('session_id')
        if (sessionId) options.onReturn?.(sessionId)
      }
      return
    }
    // One slash only: a pattern for any number of them takes 90 ms for an address that is 16 KB of slashes and a letter.
    const withoutSlash = address.slice(0, -1)
    if (address.endsWith('/') && entries.has(withoutSlash)) {
      const location = encodeURI(withoutSlash) + (queryAt < 0 ? '' : url.slice(queryAt))
      plain(response, 308, `This page is at ${withoutSlash}`, { ...options.headers, location })
      return
    }
    const notFound =
      (/^\/blog\/[^/]+\/?$/.test(address) ? entries.get('/blog/404') : undefined) ?? entries.get('/404')
    if (notFound) send(request, response, notFound)
    else plain(response, 404, 'There is no such page.', options.headers)
  }

  return { handle, size: entries.size }
}
