import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { PolicyDocument } from 'scp-dry-run'
import type { NamedPolicy } from './gates.ts'

/**
 * The AWS managed policies that the kit's permission sets attach (packages/kit-reader/checks/extract-managed-policies.ts). The path
 * is from the project's folder, because the build moves this module.
 */
const file: { policies: Record<string, { document: PolicyDocument }> } = JSON.parse(
  readFileSync(path.resolve('packages/kit-reader/managed-policies.json'), 'utf8'),
)

/** @throws Error if the file does not have the policy */
export function managedPolicy(name: string): NamedPolicy {
  const policy = file.policies[name]?.document
  if (policy) return { name: `AWS’s policy ${name}`, policy }
  throw new Error(
    `managed-policies.json has no ${name}: run packages/kit-reader/checks/extract-managed-policies.ts again.`,
  )
}
