import { type CollectionEntry, getCollection } from 'astro:content'
import { ContentError } from './content-error.ts'

type Collection = 'posts' | 'pages'

/**
 * All texts of a collection; drafts in development only.
 * @throws when one of them has a problem: in development, each page that shows one of them shows the problem instead
 */
export async function getTexts<C extends Collection>(collection: C): Promise<CollectionEntry<C>[]> {
  const texts = await getCollection(collection)
  const problems = texts.filter((text) => !text.rendered).map((text) => text.body ?? text.id)
  if (problems.length > 0) throw new ContentError(problems)
  return texts.filter(({ data }) => import.meta.env.DEV || !('draft' in data && data.draft))
}
