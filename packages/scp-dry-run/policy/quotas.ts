// The sizes that AWS accepts.
import type { Found } from './inner-text.ts'
import type { PolicyType } from './policy.ts'
import type { Report } from './problems.ts'
import { typeNames } from './statement-context.ts'

/**
 * Characters. https://docs.aws.amazon.com/organizations/latest/userguide/orgs_reference_limits.html
 * (https://aws.amazon.com/about-aws/whats-new/2026/05/aws-organizations-increased-scp-quotas/ raised those of service control policies) and
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html. The inline policies of a role share 10,240.
 */
const sizes: Partial<Record<PolicyType, number>> = {
  scp: 10_240,
  rcp: 5120,
  boundary: 6144,
  identity: 6144,
  session: 2048,
}

/**
 * Reports what AWS refuses. The API of Organizations counts all characters of the text that it gets, and only the console removes white
 * space before that. IAM counts no white space.
 */
export function checkSize({ root, text }: Found, type: PolicyType, report: Report): void {
  const most = sizes[type]
  if (most === undefined) return
  const compact = JSON.stringify(root.value).length
  const isWhole = (type === 'scp' || type === 'rcp') && text !== null
  const size = isWhole ? text.length : compact
  if (size <= most) return
  // An inline policy may be larger than a managed one.
  const subject = type === 'identity' ? 'A managed policy' : typeNames[type]
  const remedy =
    compact > most
      ? `and this one has ${compact} without white space. Split it, or shorten it.`
      : `and this one has ${size}. The API counts white space: without it, there are ${compact}. Remove it, for example with: jq -c . policy.json`
  const level = type === 'identity' ? 'warning' : 'error'
  report(root.at.value, level, root.field, `${subject} has at most ${most} characters, ${remedy}`)
}
