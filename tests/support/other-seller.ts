import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { copyProject, type ProjectCopy } from './project-copy.ts'

const fixture = path.resolve(import.meta.dirname, '../other-seller')

/**
 * Copies the project for another seller. Every text, figure and color of `content/` and the whole product of `kit/` come from
 * tests/other-seller. The code is this project's.
 */
export function copyAsOtherSeller(options?: Parameters<typeof copyProject>[0]): ProjectCopy {
  const copy = copyProject(options)
  for (const replaced of ['kit', 'content/posts', 'content/legal', 'content/pages'])
    rmSync(path.join(copy.path, replaced), { recursive: true })
  for (const part of ['kit', 'content'])
    cpSync(path.join(fixture, part), path.join(copy.path, part), { recursive: true })
  return copy
}
