/** The fields of a post that this file uses. */
interface Categorized {
  data: { category: string }
}

export interface Category<Post extends Categorized> {
  /** The name in addresses: unique, with only lowercase letters, digits and hyphens. */
  slug: string
  name: string
  /** In the order of the input. */
  posts: Post[]
}

/** How many posts a category needs for its own page. */
const minimumForPage = 2

/** The slug of a category: `AWS & Security` becomes `aws-security`. Empty if the name has no letters or digits. */
export const categorySlug = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** Groups posts by category, sorted by name. Names that differ only in punctuation or case are one category. */
export function categoriesOf<Post extends Categorized>(posts: readonly Post[]): Category<Post>[] {
  const found = new Map<string, Category<Post>>()
  for (const post of posts) {
    const name = post.data.category
    const slug = categorySlug(name)
    if (!slug) continue
    const category = found.get(slug) ?? { slug, name, posts: [] }
    category.posts.push(post)
    found.set(slug, category)
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** The categories that have their own page. */
export const categoriesWithPage = <Post extends Categorized>(posts: readonly Post[]): Category<Post>[] =>
  categoriesOf(posts).filter((category) => category.posts.length >= minimumForPage)
