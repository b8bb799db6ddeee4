import { readFileSync } from 'node:fs'
import path from 'node:path'
import { builtPages } from '../../checks/site/built-pages.ts'
import { pages } from '../../contract/paths.ts'

/** One unknown address for each of the not-found pages. */
const unknown: Record<string, string> = { '/404.html': '/nowhere', '/blog/404': '/blog/no-such-post' }

const files = builtPages(path.resolve('build/client'))
const built = [...files.keys()].sort()
const posts = built.filter((address) => address.startsWith(pages.post('')) && !(address in unknown))
const kitFiles = built.filter(
  (address) => address.startsWith('/kit/') && address !== pages.policies && address !== pages.files,
)
const others = [...posts.slice(1), ...kitFiles.slice(1)]

/** The addresses of all built pages, but of only one post and one file of the kit, because the others are alike. */
export const everyPage = built
  .filter((address) => !others.includes(address))
  .map((address) => unknown[address] ?? address)

/** One page of each kind, which `npm test` checks in dark colors and with large text, too. */
export const oneOfEachKind = [
  pages.home,
  ...posts.slice(0, 1),
  ...kitFiles.slice(0, 1),
  pages.policies,
  pages.scpDryRun,
]

/** The address of a post with a block of code. */
export const postWithCode =
  posts.find((address) => readFileSync(files.get(address) ?? '', 'utf8').includes('<figure class="code"')) ??
  ''
