// The sizes that AWS accepts.
import type { PolicyType } from './policy.ts'
import { typeNames } from './statement-context.ts'

/**
 * Characters. https://docs.aws.amazon.com/organizations/latest/userguide/orgs_reference_limits.html and
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html. The inline policies of a role share 10,240.
 */
const sizes: Partial<Record<PolicyType, number>> = {
  scp: 10_240,
  rcp: 5120,
  boundary: 6144,
  identity: 6144,
  session: 2048,
}

/** Neither the console of Organizations nor IAM counts white space between JSON elements. */
export function sizeWarning(document: unknown, type: PolicyType): string | null {
  const most = sizes[type]
  const size = JSON.stringify(document).length
  if (most === undefined || size <= most) return null
  const subject = type === 'identity' ? 'A managed policy' : typeNames[type]
  return `${subject} has at most ${most} characters, and this one has ${size} without white space. Split it, or shorten it.`
}
