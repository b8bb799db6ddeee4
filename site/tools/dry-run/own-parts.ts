// What only the page of the visitor's policies needs. It is passed into the component, so that the kit's page does without it.
import { parse } from 'scp-dry-run'
import { ownGuardrails, type PolicySource } from './guardrails.ts'
import { ModeLinks } from './mode-links.tsx'
import { PoliciesSection } from './policies-section.tsx'
import { RequestSection } from './request-section.tsx'
import { takePolicies } from './take-policies.ts'

/** The example policy judges until the visitor has a policy. */
function exampleGuardrails({ name, text }: PolicySource & { kind: 'own' }) {
  const { policies } = parse(text, { name, type: 'scp' })
  return ownGuardrails(policies.map((policy) => ({ policy, accounts: null })))
}

export const ownParts = { parse, exampleGuardrails, ModeLinks, PoliciesSection, RequestSection, takePolicies }
export type OwnParts = typeof ownParts
