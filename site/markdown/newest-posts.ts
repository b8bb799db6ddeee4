import type { CollectionEntry } from 'astro:content'
import { getTexts } from './texts.ts'

/** Returns the posts, newest first. Posts of the same day are sorted by id. @throws as `getTexts` does */
export async function newestPosts(): Promise<CollectionEntry<'posts'>[]> {
  return (await getTexts('posts')).sort(
    (a, b) => b.data.date.localeCompare(a.data.date) || a.id.localeCompare(b.id),
  )
}
