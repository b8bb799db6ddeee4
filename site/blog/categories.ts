/** The fields of a post that categories need. */
interface Categorized {
  id: string
  data: { category: string }
}

export interface Category<Post extends Categorized> {
  /** The name in addresses: unique, with only lowercase letters, digits and hyphens. */
  slug: string
  name: string
  /** In the order of the input. */
  posts: Post[]
}

/** How many posts a category must have to get its own page. */
const leastForPage = 2

/** `AWS & Security` is `aws-security`. Letters of any script stay; empty if there are none. */
export const categorySlug = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** The categories of the posts, by name. Names that differ only in punctuation or case are one category. */
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
  categoriesOf(posts).filter((category) => category.posts.length >= leastForPage)
