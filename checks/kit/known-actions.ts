import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The IAM actions of each service that the kit names (extract-actions.ts). */
export const knownActions: { source: string; services: Record<string, string[]> } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'iam-actions.json'), 'utf8'),
)
