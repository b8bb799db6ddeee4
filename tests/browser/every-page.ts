import path from 'node:path'
import { pages } from '../../contract/paths.ts'
import { builtPages } from '../../server/http/built-pages.ts'

/** One unknown address for each of the not-found pages. */
const unknown: Record<string, string> = { '/404.html': '/nowhere', '/blog/404': '/blog/no-such-post' }

const built = [...builtPages(path.resolve('build/client')).keys()].sort()
const [, ...otherPosts] = built.filter((address) => address.startsWith('/blog/') && !(address in unknown))
const [, ...otherFiles] = built.filter((address) => address.startsWith('/kit/') && address !== pages.policies)

/** The addresses of all built pages. Of the posts and of the kit's files, the list has only the first, because they are alike. */
export const everyPage = built
  .filter((address) => !otherPosts.includes(address) && !otherFiles.includes(address))
  .map((address) => unknown[address] ?? address)
