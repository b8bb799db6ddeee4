import { parseDay } from './day.ts'
import { readFrontMatter } from './front-matter.server.ts'
import { fillPlaceholders } from './legal.server.ts'
import { type DocumentSection, renderMarkdown } from './render.server.ts'

const fields = ['title', 'excerpt', 'date', 'author', 'readTime', 'category'] as const

/** A post without its body, as the list shows it. All text; what the header lacks is the empty string. */
export interface PostSummary extends Record<(typeof fields)[number], string> {
  /** The file's name without `.md`; its address is `/blog/{id}`. */
  id: string
}

export interface Post extends PostSummary {
  /** The markdown body, as written. */
  content: string
}

/** @param name the file's name, with or without its folder */
export function parsePost(name: string, source: string): Post {
  const id = name.replace(/^.*\//, '').replace(/\.md$/, '')
  const { fields: header, body } = readFrontMatter(name, source, fields)
  return { id, ...header, author: fillPlaceholders(header.author, name), content: body.trim() }
}

/** Newest first; posts without a date that exists last; the same day in order of their ids. */
export function byNewest(a: PostSummary, b: PostSummary): number {
  const day = (post: PostSummary) => (parseDay(post.date) ?? new Date(0)).getTime()
  return day(b) - day(a) || a.id.localeCompare(b.id)
}

const sources = import.meta.glob<string>('../../content/posts/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const posts = Object.entries(sources)
  .map(([path, source]) => parsePost(path, source))
  .sort(byNewest)

export function listPosts(): PostSummary[] {
  return posts.map(({ content: _, ...summary }) => summary)
}

/** A post with its body as HTML. */
export interface RenderedPost extends PostSummary {
  html: string
  sections: DocumentSection[]
}

/** One post, or null where there is none of that id. */
export async function findPost(id: string): Promise<RenderedPost | null> {
  const post = posts.find((candidate) => candidate.id === id)
  if (!post) return null
  const { content, ...summary } = post
  return { ...summary, ...(await renderMarkdown(content)) }
}
