// A request that somebody describes, without a trail.
import type { Request, Values } from './request.ts'

export interface Asked {
  action: string
  /** The ARN of a role, a user, the root user, or a role's session. Null: unknown. */
  principal: string | null
  /** Null: unknown. */
  region: string | null
  /** ARNs. Empty: unknown. */
  resources: readonly string[]
  /** The values of condition keys. Null: the request does not have the key. */
  keys: Readonly<Record<string, Values | null>>
}

/** The account of an ARN. Empty if it has none. */
export const accountIn = (arn: string): string => /^arn:[\w-]+:\w*:[\w-]*:(\d{12}):/.exec(arn)?.[1] ?? ''

/** The condition keys that follow from the principal. A session's ARN lacks the path of its role. */
function keysOfPrincipal(principal: string): Record<string, Values | undefined> {
  return {
    'aws:PrincipalArn': principal.includes(':assumed-role/') ? undefined : principal,
    'aws:PrincipalAccount': accountIn(principal) || undefined,
    'aws:PrincipalIsAWSService': 'false',
  }
}

/** The request as it is judged. What is not known stays unknown. */
export const askedRequest = ({ action, principal, region, resources, keys }: Asked): Request => ({
  action,
  resources: resources.length > 0 ? resources : null,
  context: {
    ...(principal !== null && keysOfPrincipal(principal)),
    ...(region !== null && { 'aws:RequestedRegion': region }),
    ...keys,
  },
  leftOut: 'not asked',
})
