import type { Kit } from 'virtual:kit'
import type { NamedText } from './guardrails.ts'

/** The service control policies of the kit for an account with workloads: those of the root, and of that unit. */
export function kitTexts({ attachments, policySet }: Pick<Kit, 'attachments' | 'policySet'>): NamedText[] {
  const names = [...(attachments.root ?? []), ...(attachments.workloads ?? [])]
  return policySet.policies
    .filter(({ name }) => names.some((one) => name === `organization/scp-${one}.json`))
    .map(({ name, policy }) => ({ name: name.replace(/^.*\//, ''), text: JSON.stringify(policy, null, 2) }))
}
