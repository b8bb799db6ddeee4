// The kit's policies, which follow the unit of an account and the regions of the visitor.
import { type NamedPolicy, scpGatesByUnit } from 'kit-reader/policies'
import { type AccountGates, regionsIn } from 'scp-dry-run'
import { type Guardrails, type PolicySource, regionStatementsOf } from './guardrails.ts'
import type { Choices, Trail } from './state.ts'

/** The unit of an account until the visitor chooses another one. */
const defaultUnit = 'workloads'

export const unitOf = (account: string, { reading }: Trail, { units }: Pick<Choices, 'units'>): string =>
  units[account] ?? (reading.management.has(account) ? 'management' : defaultUnit)

interface Kit {
  attachments: Readonly<Record<string, readonly string[]>>
  policySet: { policies: readonly NamedPolicy[] }
  units: readonly string[]
}

/** The service control policies of the kit. @param keep the kit's message about regions without us-east-1 */
export function kitPolicies(
  { attachments, policySet, units }: Kit,
  keep: string,
): PolicySource & { kind: 'kit' } {
  const gates = Object.values(scpGatesByUnit(attachments, policySet.policies)).flatMap((unit) => unit.gates)
  const attached = [...new Set(gates.flatMap(({ policies }) => policies))]
  return {
    kind: 'kit',
    attachments,
    policies: attached.map(({ name, document }) => ({ name, policy: document })),
    regions: regionsIn(attached),
    // In the unit of closed accounts, every request is denied, so there is nothing to try.
    units: units.filter((unit) => unit !== 'suspended'),
    keep,
  }
}

/** The kit's policies: those of the root and of the account's unit, with the visitor's regions. */
export function kitGuardrails({ attachments, policies }: PolicySource & { kind: 'kit' }): Guardrails {
  const units = Object.values(scpGatesByUnit(attachments, policies))
  const attached = [...new Set(units.flatMap(({ gates }) => gates.flatMap((gate) => gate.policies)))]
  return {
    policies: attached,
    attachments: [],
    regionStatements: regionStatementsOf(attached),
    byAccount(trail, choices) {
      const chosen = scpGatesByUnit(attachments, policies, choices.regions)
      return (account) => chosen[unitOf(account, trail, choices)] as AccountGates
    },
  }
}
