// Finds the policies in what a JSON text holds: a policy, a list of them, an answer of the AWS CLI, or a plan of Terraform.
import { decodeUrl, type Found, readInner } from './inner-text.ts'
import type { PolicyType } from './policy.ts'
import type { Report } from './problems.ts'
import { sourceOf } from './source.ts'
import { isPlan, policiesOfPlan } from './terraform-plan.ts'

/** The fields of answers that hold a policy, as an object or as a text ("AWS CLI Command Reference"). */
const wrappings = [
  ...[
    'Policy',
    'Content',
    'PolicyDocument',
    'PolicyVersion',
    'Document',
    'InlinePolicy',
    'ResourcePolicy',
    'policy',
  ],
  ...['AssumeRolePolicyDocument', 'Role'],
]

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kinds: Record<string, PolicyType> = {
  SERVICE_CONTROL_POLICY: 'scp',
  RESOURCE_CONTROL_POLICY: 'rcp',
}

const looksLikePolicy = (text: string) => /^\s*(\{|%7b)/i.test(text)

/** @param levels how many wrappings may still follow */
function unwrap(found: Found, report: Report, levels = 4): Found | null {
  const { root, source } = found
  if (typeof root.value === 'string' && looksLikePolicy(root.value)) {
    const inner = readInner(root, report)
    if (!inner) return null
    const lines = sourceOf(() => source.lineOf(root.at.value))
    const text = decodeUrl(root.value)
    return unwrap({ ...found, root: inner.root, source: lines, text }, report, levels - 1)
  }
  if (!isObject(root.value) || 'Statement' in root.value || levels === 0) return found
  const summary = source.child(root, 'PolicySummary').value
  const known = isObject(summary) ? summary : root.value
  const type = kinds[String(known.Type)] ?? found.type
  const given = known.Name ?? known.PolicyName
  const name = typeof given === 'string' ? given : found.name
  for (const field of wrappings) {
    const part = source.child(root, field)
    if (isObject(part.value) || (typeof part.value === 'string' && looksLikePolicy(part.value)))
      return unwrap({ name, type, root: part, source, text: null }, report, levels - 1)
  }
  return found
}

function refuseOther({ root }: Found, report: Report): void {
  const { value, at } = root
  // The answer of `aws organizations list-policies` names policies, and has none.
  const isList = isObject(value) && Array.isArray(value.Policies)
  const message = isList
    ? 'This is a list of policies without their texts. Give the answer of: aws organizations describe-policy --policy-id <id>'
    : isObject(value) && 'Effect' in value
      ? 'This is a statement alone. Put it into { "Version": "2012-10-17", "Statement": [ … ] }.'
      : 'This has no Statement, so it is no policy. Give a policy, the answer of the AWS CLI that holds one, or the JSON of a Terraform plan.'
  report(at.value, 'error', '', message)
}

/** @param found the whole text, with the name and type that the caller gave */
export function policiesIn(found: Found, report: Report): Found[] {
  const { root, source, name } = found
  if (isPlan(root.value)) return policiesOfPlan(found, report)
  const items = Array.isArray(root.value)
    ? root.value.map((_, index) => ({
        ...found,
        name: `${name}[${index}]`,
        root: source.child(root, index),
        text: null,
      }))
    : [found]
  if (Array.isArray(root.value) && root.value.some((item) => isObject(item) && 'Effect' in item)) {
    report(
      root.at.value,
      'error',
      '',
      'This is a list of statements. Put it into { "Version": "2012-10-17", "Statement": [ … ] }.',
    )
    return []
  }
  return items.flatMap((item) => {
    const policy = unwrap(item, report)
    if (!policy) return []
    if (isObject(policy.root.value) && 'Statement' in policy.root.value) return policy
    refuseOther(policy, report)
    return []
  })
}
