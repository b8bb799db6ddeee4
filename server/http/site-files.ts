import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { formerAddresses, sharePicturePath } from '../../contract/paths.ts'
import type { Config } from '../config/env.ts'
import { parsePage } from './html-elements.ts'
import { closedPageHeaders, pagePolicy } from './page-policy.ts'
import { checkoutTargets, commonHeaders, documentHeaders } from './security-headers.ts'

/** The built site, in memory. */
export interface SiteFiles {
  /**
   * Responds to any request with a file, a redirect, the not-found page or an error.
   * @returns the length of the body in bytes, which is not sent yet; 0 for a short text
   */
  handle(request: IncomingMessage, response: ServerResponse): number
  /** The number of files. */
  readonly size: number
}

/** A file in one coding. */
interface Variant {
  coding: string
  body: Buffer
  etag: string
  /** Names and values alternate. Node writes this form without a copy. */
  headers: string[]
  notModifiedHeaders: string[]
}
interface Entry {
  status: number
  /** The smallest first. */
  variants: Variant[]
}

/** The codings, the smallest first, with the ends of their files' names. */
const codings = { br: '.br', gzip: '.gz', identity: '' }

/** The media types that `hono/utils/mime` does not know. */
const moreTypes: Record<string, string> = {
  '.md': 'text/markdown; charset=utf-8',
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

/**
 * A file of `/assets` has its digest in its address. Any other file must be as new as the page that names it: a page cannot show an
 * older list of files, and its SHA-256 does not fit an older archive. Only pictures and fonts may be an hour old. A proxy that
 * rewrites a page, such as Cloudflare with its email obfuscation, breaks it: the policy refuses what it adds (RFC 9111 §5.2.2.6).
 */
function cacheControl(address: string, type: string): string {
  if (address.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  if (type.startsWith('text/html')) return 'no-cache, no-transform'
  return /^(image|font)\//.test(type) ? 'public, max-age=3600' : 'no-cache'
}

type SiteConfig = Pick<Config, 'publicUrl' | 'payments'>

/** The headers that depend on a page's text. */
function pageHeaders(html: string, config: SiteConfig): Record<string, string> {
  const elements = parsePage(html)
  return {
    ...documentHeaders,
    'content-security-policy': pagePolicy(elements, checkoutTargets(config)),
    // The browser's default: any other policy delays the first paint (docs/decisions/007-what-the-first-paint-carries.md).
    'cross-origin-opener-policy': 'unsafe-none',
    ...closedPageHeaders(elements, config.publicUrl),
  }
}

/**
 * Reads a file and its compressed variants.
 * @returns a function that computes the answers at its first call. To parse all pages would double the time of the server's start.
 */
function readEntry(root: string, file: string, config: SiteConfig): () => Entry {
  const bodies = Object.entries(codings)
    .filter(([, end]) => existsSync(path.join(root, file + end)))
    .map(([coding, end]) => ({ coding, body: readFileSync(path.join(root, file + end)) }))
  let entry: Entry | undefined
  return () => (entry ??= entryOf(file, bodies, config))
}

function entryOf(file: string, bodies: Pick<Variant, 'coding' | 'body'>[], config: SiteConfig): Entry {
  const address = addressOf(file)
  const type = moreTypes[path.extname(file)] ?? getMimeType(file) ?? 'application/octet-stream'
  const page = file.endsWith('.html') && bodies.find(({ coding }) => coding === 'identity')
  const ownHeaders = {
    'cache-control': cacheControl(address, type),
    ...(bodies.length > 1 && { vary: 'Accept-Encoding' }),
    ...commonHeaders(config),
    ...(address === sharePicturePath && { 'cross-origin-resource-policy': 'cross-origin' }),
    ...(page && pageHeaders(page.body.toString(), config)),
  }
  const variants = bodies.map(({ coding, body }) => {
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    // A 304 replaces the headers that the browser has stored, so it has all of the file's own.
    const notModifiedHeaders = Object.entries({ etag, ...ownHeaders }).flat()
    const headers = ['content-type', type, 'content-length', String(body.byteLength), ...notModifiedHeaders]
    if (coding !== 'identity') headers.push('content-encoding', coding)
    return { coding, body, etag, headers, notModifiedHeaders }
  })
  return { status: address.endsWith('/404') ? 404 : 200, variants }
}

function readEntries(root: string, config: SiteConfig): Map<string, () => Entry> {
  const names = existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }) : []
  const files = names
    .filter((name) => name.isFile())
    .map((name) => path.relative(root, path.join(name.parentPath, name.name)).replaceAll(path.sep, '/'))
  const known = new Set(files)
  const isVariant = (file: string) => /\.(br|gz)$/.test(file) && known.has(file.slice(0, -3))
  const isPrivate = (file: string) => /(^|\/)\.(?!well-known\/)/.test(file)
  return new Map(
    files
      .filter((file) => !isVariant(file) && !isPrivate(file))
      .map((file) => [addressOf(file), readEntry(root, file, config)]),
  )
}

/** Whether a client takes a coding (RFC 9110 §12.5.3). Of several, it gets the smallest, whatever it prefers. */
const accepts = (header: string, coding: string): boolean =>
  header.split(',').some((part) => {
    const [name = '', weight = ''] = part.split(';', 2)
    return name.trim().toLowerCase() === coding && !/^\s*q=0(\.0*)?\s*$/.test(weight)
  })

/** Weak comparison, as If-None-Match requires (RFC 9110 §13.1.2). */
const matches = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch === '*' || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

function send(request: IncomingMessage, response: ServerResponse, { status, variants }: Entry): number {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const variant = variants.find(({ coding }) => coding === 'identity' || accepts(accepted, coding)) as Variant
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
 * Reads the built site into memory once: its files and its two not-found pages. A request is one look-up in a map, so no path
 * can leave the folder. `.br` and `.gz` beside a file are its compressed variants. Hono's `serveStatic` reads the
 * disk for each request, which takes four times as much of the processor.
 * @param root if it is missing, every address is 404
 */
export function loadSite(root: string, config: SiteConfig, former = formerAddresses): SiteFiles {
  const entries = readEntries(root, config)
  const common = commonHeaders(config)
  const newAddressOf = (address: string) =>
    Object.entries(former).find(
      ([from]) => address === from || (from.endsWith('/') && address.startsWith(from)),
    )?.[1]

  function sendText(response: ServerResponse, status: number, text: string, headers = {}): number {
    const type = { 'content-type': 'text/plain; charset=utf-8' }
    response.writeHead(status, { ...common, ...type, ...headers }).end(`${text}\n`)
    return 0
  }

  function handle(request: IncomingMessage, response: ServerResponse): number {
    const url = request.url ?? '/'
    const queryAt = url.indexOf('?')
    let address = queryAt < 0 ? url : url.slice(0, queryAt)
    const query = queryAt < 0 ? '' : url.slice(queryAt)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendText(response, 405, 'This address accepts only GET and HEAD.', { allow: 'GET, HEAD' })
    if (address.includes('%') && !entries.has(address)) address = decoded(address)
    const entry = entries.get(address)
    if (entry) return send(request, response, entry())
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
    const page = entries.get(/^\/blog\/[^/]+\/?$/.test(address) ? '/blog/404' : '/404')
    return page ? send(request, response, page()) : sendText(response, 404, 'There is no such page.')
  }

  return { handle, size: entries.size }
}
