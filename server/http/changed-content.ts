import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The files of content/ that were changed, added or removed since the site was built. Visitors do not see these changes yet.
 * A build writes the list of its sources, build/sources.json (`scripts/build-site.mjs`).
 * @param root the folder of the project
 * @returns paths such as `content/site.ts`, sorted; none if there is no build or it has no list
 */
export function changedContent(root: string): string[] {
  const list = path.join(root, 'build/sources.json')
  if (!existsSync(list)) return []
  const { files }: { files: Record<string, string> } = JSON.parse(readFileSync(list, 'utf8'))
  const present = globSync('content/**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.ts$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
  const built = Object.keys(files).filter((file) => file.startsWith('content/'))
  const isChanged = (file: string) => {
    const full = path.join(root, file)
    if (!existsSync(full)) return true
    return createHash('sha256').update(readFileSync(full)).digest('hex') !== files[file]
  }
  return [...new Set([...present, ...built])].filter(isChanged).sort()
}
