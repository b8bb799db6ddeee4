interface Post {
  id: string
  data: { category: string }
}

/** How many posts to show besides the neighbors. */
const maximumRelated = 2

/**
 * Selects the posts to read after a post: the next newer and the next older post, then others. Posts of the same category
 * come first among the others.
 * @param posts newest first
 */
export function furtherPosts<P extends Post>(posts: readonly P[], id: string) {
  const at = posts.findIndex((post) => post.id === id)
  const [newer, older] = [posts[at - 1], posts[at + 1]]
  const category = posts[at]?.data.category
  const others = posts.filter((post) => ![newer, older, posts[at]].includes(post))
  const isSame = (post: P) => category !== '' && post.data.category === category
  const related = [...others.filter(isSame), ...others.filter((post) => !isSame(post))].slice(
    0,
    maximumRelated,
  )
  return { newer, older, related }
}
