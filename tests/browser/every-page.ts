import { readFileSync } from 'node:fs'
import path from 'node:path'
import { builtPages } from '../../checks/site/built-pages.ts'
import { pages } from '../../contract/paths.ts'

/** One unknown address for each of the not-found pages. */
const unknown: Record<string, string> = { '/404.html': '/nowhere', '/blog/404': '/blog/no-such-post' }

const files = builtPages(path.resolve('build/client'))
const built = [...files.keys()].sort()
const posts = built.filter((address) => address.startsWith(pages.post('')) && !(address in unknown))
const [firstFile, ...otherFiles] = built.filter(
  (address) => address.startsWith('/kit/') && address !== pages.policies && address !== pages.files,
)
const others = [...posts.slice(1), ...otherFiles]

/** The addresses of all built pages, but of only one post and one file of the kit, because the others are alike. */
export const everyPage = built
  .filter((address) => !others.includes(address))
  .map((address) => unknown[address] ?? address)

/** The addresses in `everyPage` that no page has. */
export const unknownAddresses = Object.values(unknown)

/** One page of each kind, whose contrast `npm test` checks in dark colors, too. */
export const inDark = [pages.home, posts[0], firstFile, pages.policies, pages.scpDryRun]

/** The address of a post with a block of code. */
export const postWithCode =
  posts.find((address) => readFileSync(files.get(address) ?? '', 'utf8').includes('<figure class="code"')) ??
  ''
