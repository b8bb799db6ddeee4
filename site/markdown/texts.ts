import { type CollectionEntry, getCollection } from 'astro:content'
import { ContentError } from './content-error.ts'

type Collection = 'posts' | 'pages'

/**
 * Returns all texts of a collection. Drafts are included in development only.
 * @throws ContentError if one of them has a problem. In development, each page that needs the collection then shows the problem
 */
export async function getTexts<C extends Collection>(collection: C): Promise<CollectionEntry<C>[]> {
  const texts = await getCollection(collection)
  const problems = texts.filter((text) => !text.rendered).map((text) => text.body ?? text.id)
  if (problems.length > 0) throw new ContentError(problems)
  return texts.filter(({ data }) => import.meta.env.DEV || !('draft' in data && data.draft))
}
