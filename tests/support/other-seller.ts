import { cpSync } from 'node:fs'
import path from 'node:path'
import { copyProject, type ProjectCopy } from './project-copy.ts'

/**
 * Copies the project for another seller of the kit, whose name, prices, colors and testimonials come from tests/other-seller. The
 * code and the other texts are this project's.
 */
export function copyAsOtherSeller(): ProjectCopy {
  const copy = copyProject()
  cpSync(path.resolve(import.meta.dirname, '../other-seller'), copy.path, { recursive: true })
  return copy
}
