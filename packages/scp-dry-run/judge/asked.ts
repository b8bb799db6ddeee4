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
    ...(/:user\//.test(principal) && { 'aws:username': principal.split('/').at(-1) }),
  }
}

/** Keys that have lists of values ("multivalued" in the IAM User Guide). One value of another key is a text, which fills variables. */
const areLists =
  /^(aws:(TagKeys|CalledVia|PrincipalOrgPaths|PrincipalServiceNamesList|SourceOrgPaths|ResourceOrgPaths|VpceOrgPaths)|.*Keys)$/i

export const singleOf = (key: string, values: Values | null): Values | null =>
  Array.isArray(values) && values.length === 1 && !areLists.test(key) ? (values[0] as string) : values

/** The request as it is judged. What is not known stays unknown. */
export const askedRequest = ({ action, principal, region, resources, keys }: Asked): Request => ({
  action,
  resources: resources.length > 0 ? resources : null,
  context: {
    ...(principal !== null && keysOfPrincipal(principal)),
    ...(region !== null && { 'aws:RequestedRegion': region }),
    ...Object.fromEntries(Object.entries(keys).map(([key, values]) => [key, singleOf(key, values)])),
  },
  leftOut: 'not asked',
})
