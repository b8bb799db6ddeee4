import { type CollectionEntry, getCollection } from 'astro:content'
import { placeholders } from '#content/placeholders.ts'
import { fill } from './placeholders.ts'

type Collection = 'posts' | 'pages'

/** The name of a file in content/posts, content/pages or content/legal, which is an address. */
const address = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * Returns all texts of a collection, with the values of their placeholders. Drafts are included in development only.
 * @throws with the file if a text cannot be published. Astro only logs a text that it cannot render
 */
export async function getTexts<C extends Collection>(collection: C): Promise<CollectionEntry<C>[]> {
  const texts = await getCollection(collection)
  for (const { id, filePath, rendered } of texts) {
    if (!address.test(id))
      throw new Error(
        `The name of ${filePath} is its address. Rename it: small letters from a to z, digits and hyphens, such as about-us.md.`,
      )
    if (!rendered) throw new Error(`${filePath} cannot be rendered. Astro has logged the reason above.`)
  }
  return texts
    .filter(({ data }) => import.meta.env.DEV || !('draft' in data && data.draft))
    .map((text) => withValues(text))
}

/** The posts, newest first. Posts of the same day are sorted by id. @throws as `getTexts` does */
export async function newestPosts(): Promise<CollectionEntry<'posts'>[]> {
  return (await getTexts('posts')).sort(
    (a, b) => b.data.date.localeCompare(a.data.date) || a.id.localeCompare(b.id),
  )
}

/**
 * Fills the placeholders of a text: in a post only the author's, because code in a post has braces of its own. It fills the HTML,
 * because Astro keeps that from one build to the next, and would keep a former value in it.
 */
function withValues<Text extends CollectionEntry<Collection>>(text: Text): Text {
  const { data, rendered, filePath = '' } = text
  if ('author' in data)
    return { ...text, data: { ...data, author: fill(data.author, placeholders, filePath) } }
  return { ...text, rendered: { ...rendered, html: fill(rendered?.html ?? '', placeholders, filePath) } }
}
