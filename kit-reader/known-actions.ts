import { readFileSync } from 'node:fs'
import path from 'node:path'

/** All IAM actions of AWS by the prefix of their service (checks/kit/extract-actions.ts). `date` is that of the list. */
export const knownActions: { source: string; date: string; services: Record<string, string[]> } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'iam-actions.json'), 'utf8'),
)
