import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** What is made by scripts. */
const made = ['node_modules', 'build', 'data', 'screenshots', 'test-results']
/** What only a copy needs that runs tests itself. */
const forTests = ['docs', 'tests']

export interface ProjectCopy {
  path: string
  remove(): void
}

/**
 * The project in a folder of its own, so that a test can edit, build and develop it. The packages are the project's.
 * @param options.tests whether the copy has the tests and documents, too
 */
export function copyProject({ tests = false } = {}): ProjectCopy {
  const left = tests ? made : [...made, ...forTests]
  mkdirSync(path.join(root, 'build'), { recursive: true })
  const copy = mkdtempSync(path.join(root, 'build/copy-'))
  for (const part of readdirSync(root)) {
    if (left.includes(part) || (part.startsWith('.') && part !== '.npmrc')) continue
    cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
  }
  // A folder of links, so that the caches in it (.vite, .astro) are the copy's own.
  mkdirSync(path.join(copy, 'node_modules'))
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (['.vite', '.astro', '.cache'].includes(name)) continue
    symlinkSync(path.join(root, 'node_modules', name), path.join(copy, 'node_modules', name))
  }
  return { path: copy, remove: () => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }) }
}
