import type { CollectionEntry } from 'astro:content'
import { getTexts } from './texts.ts'

/** The posts, newest first; those of the same day in order of their ids. @throws as `getTexts` does */
export async function newestPosts(): Promise<CollectionEntry<'posts'>[]> {
  return (await getTexts('posts')).sort(
    (a, b) => b.data.date.localeCompare(a.data.date) || a.id.localeCompare(b.id),
  )
}
