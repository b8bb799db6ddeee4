import { labels } from '#content/labels.ts'
import { pages } from '../../contract/paths.ts'
import type { Post } from '../head/structured-data.ts'
import { feedPaths } from './feed-paths.ts'

interface Overview {
  base: URL
  name: string
  description: string
  /** The price, in words. */
  price: string
  /** Whether the home page answers questions. */
  faq: boolean
  posts: Pick<Post, 'id' | 'title' | 'excerpt'>[]
  /** The pages of the kit. */
  kit: { path: string; title: string; description: string }[]
  texts: { id: string; title: string; description: string }[]
}

/** Lists the content of the site for programs that read Markdown (https://llmstxt.org). */
export function llmsText({ base, name, description, price, faq, posts, kit, texts }: Overview): string {
  const line = (path: string, title: string, words: string) =>
    `- [${title}](${new URL(path, base).href})${words ? `: ${words}` : ''}`
  const section = (heading: string, lines: string[]) =>
    lines.length > 0 ? [`## ${heading}`, lines.join('\n')] : []
  return [
    `# ${name}`,
    `> ${description}`,
    ...section(labels.overview.product, [
      line(pages.home, name, price),
      ...(faq ? [line('/#faq', labels.overview.questions, '')] : []),
      ...kit.map(({ path, title, description: words }) => line(path, title, words)),
    ]),
    ...section(
      labels.overview.blog,
      posts.map(({ id, title, excerpt }) => line(feedPaths.post(id), title || id, excerpt)),
    ),
    ...section(
      labels.overview.texts,
      texts.map(({ id, title, description: words }) => line(`/${id}`, title, words)),
    ),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}

/** Writes a post as Markdown, below its title and its date. */
export function postMarkdown(base: URL, post: Post & { body: string }): string {
  const { id, title, excerpt, author, date, updated, body } = post
  const details = [
    author && `${labels.post.by} ${author}`,
    date && `${labels.post.published} ${date}`,
    updated && `${labels.post.updated} ${updated}`,
    new URL(pages.post(id), base).href,
  ]
  const parts = [
    `# ${title || id}`,
    excerpt && `> ${excerpt}`,
    details.filter(Boolean).join(' | '),
    body.trim(),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}
