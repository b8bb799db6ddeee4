// The policies that judge, and those of a visitor. kit-guardrails.ts has the kit's.
import type { NamedPolicy } from 'kit-reader/policies'
import {
  type AccountGates,
  type Attachment,
  accountGates,
  type Policy,
  type Statement,
  withRegions,
} from 'scp-dry-run'
import type { Choices, Trail } from './state.ts'

/** The policies of a page, as plain data. */
export type PolicySource =
  | {
      kind: 'kit'
      attachments: Readonly<Record<string, readonly string[]>>
      policies: readonly NamedPolicy[]
      /** The regions that the policies allow. */
      regions: readonly string[]
      units: readonly string[]
      /** The kit's message about regions without us-east-1. */
      keep: string
    }
  /** The example of a policy that a visitor could have. */
  | { kind: 'own'; name: string; text: string }

/** The policies that a trail is judged by. */
export interface Guardrails {
  /** All policies that may judge. A reading keeps only what they ask for. */
  policies: readonly Policy[]
  /** Those of the visitor. */
  attachments: readonly Attachment[]
  /** The statements that list regions, which the visitor can replace. */
  regionStatements: readonly Statement[]
  /** The gates of each account with the visitor's choices. */
  byAccount(trail: Trail, choices: Choices): (account: string) => AccountGates
}

/** The statements that list regions. */
export const regionStatementsOf = (policies: readonly Policy[]) =>
  policies.flatMap((policy) => withRegions(policy, []).changed)

/**
 * The visitor's policies, all of them at one level: a request has to pass each.
 * @param before returned if it has the same policies for the same accounts, so that nothing is judged again
 */
export function ownGuardrails(attachments: readonly Attachment[], before?: Guardrails): Guardrails {
  const isSame =
    before?.attachments.length === attachments.length &&
    before.attachments.every(
      ({ policy, accounts }, at) =>
        policy === attachments[at]?.policy && accounts === attachments[at]?.accounts,
    )
  if (before && isSame) return before
  const policies = attachments.map(({ policy }) => policy)
  return {
    policies,
    attachments,
    regionStatements: regionStatementsOf(policies),
    byAccount({ reading }, { regions }) {
      const chosen = attachments.map(({ policy, accounts }) => ({
        policy: regions ? withRegions(policy, regions).policy : policy,
        accounts,
      }))
      return accountGates([{ name: 'root', policies: chosen }], reading.management)
    },
  }
}
