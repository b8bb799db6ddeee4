import { placeholders } from '../../content/placeholders.ts'
import { readFrontMatter } from './front-matter.server.ts'
import { type DocumentSection, renderMarkdown } from './render.server.ts'

const values = new Map(Object.entries(placeholders))

/**
 * `{name}` in a legal text, or in a post's author, is filled from content/placeholders.ts.
 * @param path names the file in errors
 * @throws on a name that is not there, since a gap in a contract must not be published
 */
export function fillPlaceholders(text: string, path: string): string {
  return text.replace(/\{([A-Za-z]+)\}/g, (whole, name: string) => {
    const value = values.get(name)
    if (value === undefined) throw new Error(`${path}: ${whole} is none of ${[...values.keys()].join(', ')}.`)
    return value
  })
}

export interface LegalDocument {
  title: string
  description: string
  html: string
  /** Its numbered sections, for the list of contents. */
  sections: DocumentSection[]
}

const sources = import.meta.glob<string>('../../content/legal/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** @throws when content/legal has no such file */
export async function legalDocument(name: 'privacy' | 'terms'): Promise<LegalDocument> {
  const path = `content/legal/${name}.md`
  const source = sources[`../../${path}`]
  if (source === undefined) throw new Error(`${path} is missing.`)
  const { fields, body } = readFrontMatter(path, fillPlaceholders(source, path), ['title', 'description'])
  return { ...fields, ...(await renderMarkdown(body)) }
}
