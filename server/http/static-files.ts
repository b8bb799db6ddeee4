import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { type Coding, rankCodings } from './accept-encoding.ts'
import { contentTypes } from './content-types.ts'

interface Variant {
  body: Buffer
  etag: string
  /** Names and values alternate. Node writes this form without a copy. */
  headers: string[]
  notModifiedHeaders: string[]
}
interface Entry {
  status: number
  variants: Partial<Record<Coding, Variant>> & { identity: Variant }
}

const codingExtensions: [Coding, string][] = [
  ['identity', ''],
  ['br', '.br'],
  ['gzip', '.gz'],
]

export interface StaticFiles {
  /**
   * Responds to any request with a file, a redirect, the not-found page or an error.
   * @returns the length of the body in bytes, which is not sent yet; 0 for a short text
   */
  handle(request: IncomingMessage, response: ServerResponse): number
  /** The number of files. */
  readonly size: number
}

interface StaticFileOptions {
  /** Headers of every response. */
  headers: Record<string, string>
  /** More headers of a file. They replace those with the same name in `headers`. */
  fileHeaders?: (address: string) => Record<string, string>
  /** More headers of an HTML file, computed from its text. */
  pageHeaders?: (html: string) => Record<string, string>
  /** Former addresses with their new ones, as in `formerAddresses` of contract/paths.ts. */
  formerAddresses?: Readonly<Record<string, string>>
  /** The address of the page for an unknown address. It is sent with status 404. */
  notFound?: (address: string) => string
}

/**
 * The address of a page is its folder, and the address of any other file is its path. `404.html` is the page of a folder named
 * 404.
 */
function addressOf(file: string): string {
  const { dir, base } = path.posix.parse(`/${file}`)
  if (base === 'index.html') return dir
  return base === '404.html' ? path.posix.join(dir, '404') : `/${file}`
}

/** Addresses of not-found pages. A direct request for one also gets 404. */
const isNotFoundPage = (address: string) => address.endsWith('/404')

/**
 * A file of `/assets` has its digest in its address. Any other file must be as new as the page that names it: a page cannot show an
 * older list of files, and its SHA-256 does not fit an older archive. Only pictures and fonts may be an hour old.
 */
function cacheControl(address: string, type: string): string {
  if (address.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return /^(image|font)\//.test(type) ? 'public, max-age=3600' : 'no-cache'
}

function readEntry(root: string, file: string, options: StaticFileOptions): Entry {
  const address = addressOf(file)
  const type = contentTypes[path.extname(file)] ?? 'application/octet-stream'
  const found = codingExtensions.filter(([, extension]) => existsSync(path.join(root, file + extension)))
  const ownHeaders = {
    'cache-control': cacheControl(address, type),
    ...(found.length > 1 && { vary: 'Accept-Encoding' }),
    ...options.headers,
    ...options.fileHeaders?.(address),
    ...(file.endsWith('.html') && options.pageHeaders?.(readFileSync(path.join(root, file), 'utf8'))),
  }
  const variants: Partial<Record<Coding, Variant>> = {}
  for (const [coding, extension] of found) {
    const body = readFileSync(path.join(root, file + extension))
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const notModifiedHeaders = Object.entries({ etag, ...ownHeaders }).flat()
    const headers = ['content-type', type, 'content-length', String(body.byteLength), ...notModifiedHeaders]
    if (coding !== 'identity') headers.push('content-encoding', coding)
    variants[coding] = { body, etag, headers, notModifiedHeaders }
  }
  return { status: isNotFoundPage(address) ? 404 : 200, variants: variants as Entry['variants'] }
}

/** Weak comparison, as If-None-Match requires (RFC 9110 §13.1.2). */
function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}

function readEntries(root: string, options: StaticFileOptions): Map<string, Entry> {
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
    if (!isVariant && !isPrivate) entries.set(addressOf(file), readEntry(root, file, options))
  }
  return entries
}

function send(request: IncomingMessage, response: ServerResponse, { status, variants }: Entry): number {
  let variant = variants.identity
  for (const coding of rankCodings(request.headers['accept-encoding'] as string | undefined)) {
    const candidate = variants[coding]
    if (!candidate) continue
    variant = candidate
    break
  }
  const ifNoneMatch = request.headers['if-none-match']
  if (ifNoneMatch !== undefined && status === 200 && matches(ifNoneMatch, variant.etag)) {
    response.writeHead(304, variant.notModifiedHeaders).end()
    return 0
  }
  const body = request.method === 'HEAD' ? undefined : variant.body
  response.writeHead(status, variant.headers).end(body)
  return body?.byteLength ?? 0
}

/** Decodes an address. An address with an invalid % escape stays as it is, and gets the not-found page. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** The end of the sentence around an address. Mail programs may take it for a part of the address. */
const punctuation = /[).,;:!?>\]'"]{1,3}$/

/**
 * Reads a folder of files into memory once. A request is one look-up in a map, so no path can leave the folder. `.br` and
 * `.gz` beside a file are its compressed variants.
 * @param root if it is missing, every address is 404
 */
export function loadStaticFiles(root: string, options: StaticFileOptions): StaticFiles {
  const entries = readEntries(root, options)
  const former = Object.entries(options.formerAddresses ?? {})
  const newAddressOf = (address: string) =>
    former.find(([from]) => address === from || (from.endsWith('/') && address.startsWith(from)))?.[1]

  function sendText(response: ServerResponse, status: number, text: string, headers = {}): number {
    const type = { 'content-type': 'text/plain; charset=utf-8' }
    response.writeHead(status, { ...options.headers, ...type, ...headers }).end(`${text}\n`)
    return 0
  }

  function handle(request: IncomingMessage, response: ServerResponse): number {
    const url = request.url ?? '/'
    const queryAt = url.indexOf('?')
    let address = queryAt < 0 ? url : url.slice(0, queryAt)
    const query = queryAt < 0 ? '' : url.slice(queryAt)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendText(response, 405, 'This address accepts only GET and HEAD.', { allow: 'GET, HEAD' })
    let entry = entries.get(address)
    if (!entry && address.includes('%')) {
      address = decoded(address)
      entry = entries.get(address)
    }
    if (entry) return send(request, response, entry)
    // Remove only one slash. A pattern for any number of slashes takes 90 ms for an address with 16 KB of slashes and a
    // letter.
    const known = address.endsWith('/') ? address.slice(0, -1) : address.replace(punctuation, '')
    if (known !== address && entries.has(known)) {
      const location = encodeURI(known) + query
      return sendText(response, 308, `This page is at ${known}`, { location })
    }
    const location = newAddressOf(known)
    // Without the query: it belongs to the former page.
    if (location) return sendText(response, 301, `This page is at ${location}`, { location })
    const page = entries.get(options.notFound?.(address) ?? '')
    return page ? send(request, response, page) : sendText(response, 404, 'There is no such page.')
  }

  return { handle, size: entries.size }
}
