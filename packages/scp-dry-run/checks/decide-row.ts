import { decider } from '../judge/evaluate.ts'
import { gatesOf, type Level } from '../judge/levels.ts'
import type { Request } from '../judge/request.ts'
import { policyOf } from '../policy/compile.ts'
import type { PolicyDocument, PolicyType } from '../policy/policy.ts'
import { account } from './random-policies.ts'

/** Policies and a request. */
export interface Row {
  /** One at each level. */
  scps: PolicyDocument[]
  rcp: PolicyDocument | null
  boundary: PolicyDocument | null
  identity: PolicyDocument
  request: Request
}

export interface Decision {
  verdict: string
  /** The policy and its statement, or `nothing`. */
  by: string
  missing: readonly string[]
}

export function decideRow({ scps, rcp, boundary, identity, request }: Row): Decision {
  const attach = (document: PolicyDocument, name: string, type: PolicyType) => ({
    policy: policyOf(document, name, type),
    accounts: null,
  })
  const levels: Level[] = scps.map((document, at) => ({
    name: `level ${at}`,
    policies: [attach(document, `scp ${at}`, 'scp')],
  }))
  levels.push({
    name: 'own',
    policies: [
      ...(rcp ? [attach(rcp, 'rcp', 'rcp')] : []),
      ...(boundary ? [attach(boundary, 'boundary', 'boundary')] : []),
      attach(identity, 'identity', 'identity'),
    ],
  })
  const verdict = decider(gatesOf(levels, account).gates)(request)
  if (verdict.verdict === 'allowed') return { verdict: 'allowed', by: 'nothing', missing: [] }
  const by = verdict.by ? `${verdict.by.policy} ${verdict.by.sid}` : 'nothing'
  const missing = verdict.verdict === 'cannot tell' ? verdict.missing.map(({ name }) => name) : []
  return { verdict: verdict.verdict, by, missing }
}
