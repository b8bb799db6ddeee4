import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * All IAM actions of AWS by the prefix of their service (packages/kit-reader/checks/extract-actions.ts). `date` is that of the list. The path is
 * from the project's folder, because the build moves this module.
 */
export const knownActions: { source: string; date: string; services: Record<string, string[]> } = JSON.parse(
  readFileSync(path.resolve('packages/kit-reader/iam-actions.json'), 'utf8'),
)
