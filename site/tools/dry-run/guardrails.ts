// The policies that judge.
import {
  type AccountGates,
  type Attachment,
  accountGates,
  type Policy,
  parse,
  type Statement,
  withRegions,
} from 'scp-dry-run'
import type { Choices, Trail } from './state.ts'

/** A policy as a text, with the name of its file. */
export interface NamedText {
  name: string
  text: string
}

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
    regionStatements: policies.flatMap((policy) => withRegions(policy, []).changed),
    byAccount({ reading }, { regions }) {
      const chosen = attachments.map(({ policy, accounts }) => ({
        policy: regions ? withRegions(policy, regions).policy : policy,
        accounts,
      }))
      return accountGates([{ name: 'root', policies: chosen }], reading.management)
    },
  }
}

/** The guardrails that texts hold, for all accounts. */
export const guardrailsOf = (texts: readonly NamedText[]): Guardrails =>
  ownGuardrails(
    texts.flatMap(({ name, text }) =>
      parse(text, { name, type: 'scp' }).policies.map((policy) => ({ policy, accounts: null })),
    ),
  )
