import { globSync } from 'node:fs'
import path from 'node:path'

/**
 * The pages of a built site, by address. The not-found pages are `/404.html` and `/blog/404`.
 * @param root directory of the built site
 * @returns absolute paths of HTML files
 */
export function builtPages(root: string): Map<string, string> {
  const files = globSync('**/*.html', { cwd: root }).sort()
  return new Map(files.map((file) => [`/${file.replace(/(^|\/)index\.html$/, '')}`, path.join(root, file)]))
}
