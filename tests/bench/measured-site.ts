import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { pages } from '../../contract/paths.ts'

/** The pages that are measured, by name and address. */
export const measured: Record<string, string> = {
  home: pages.home,
  post: pages.post('aws-iam-identity-center-guide'),
  legal: pages.terms,
}
export const twinOf = (name: string) => `/twin/${name}`
export const reference = '/reference'

/**
 * Copies the built site to `folder`, and adds a copy of each page without its scripts, and the reference page. The reference
 * page has the parts of our home page in about 1,400 words and 420 elements. It has an inline style sheet of 7.6 KB, only
 * system fonts and native elements, and no scripts.
 */
export function makeMeasuredSite(folder: string): void {
  const client = path.resolve('build/client')
  cpSync(client, folder, { recursive: true })
  const write = (address: string, html: string) => {
    const file = path.join(folder, address, 'index.html')
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, html)
    writeFileSync(`${file}.br`, brotliCompressSync(html))
  }
  for (const [name, address] of Object.entries(measured)) {
    const html = readFileSync(path.join(client, address, 'index.html'), 'utf8')
    write(twinOf(name), html.replaceAll(/<script\b[\s\S]*?<\/script>/g, ''))
  }
  write(reference, readFileSync(path.join(import.meta.dirname, 'reference.html'), 'utf8'))
}
