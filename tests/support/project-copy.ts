import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Folders that scripts and commands create, and those that no copy needs. */
const excluded = ['node_modules', 'build', 'data', 'screenshots', 'test-results', 'docs', 'tests']

export interface ProjectCopy {
  path: string
  remove(): void
}

/** Copies the project to a new folder, so that a test can edit, build and develop it. The copy uses the project's packages. */
export function copyProject(): ProjectCopy {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  const copy = mkdtempSync(path.join(root, '.cache/copy-'))
  for (const part of readdirSync(root)) {
    if (excluded.includes(part) || part.startsWith('.')) continue
    cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
  }
  // Each package is a link in a new folder, because tools keep caches (.vite, .astro) there. Copies must not share them.
  mkdirSync(path.join(copy, 'node_modules'))
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (['.vite', '.astro', '.cache'].includes(name)) continue
    const target = path.join(root, 'node_modules', name)
    // A package of the project itself is a link to packages/. In the copy it must lead to the copy's own.
    const own = lstatSync(target).isSymbolicLink() ? readlinkSync(target) : null
    symlinkSync(own ?? target, path.join(copy, 'node_modules', name))
  }
  return { path: copy, remove: () => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }) }
}
