// Principal and NotPrincipal: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html.
import { missingFrom, type Request, valueOfKey } from '../judge/request.ts'
import { isTrue, type Truth, truthOf, unknownWithout } from '../judge/truth.ts'
import { type Cursor, itemsOf, partsOf } from './source.ts'
import type { StatementContext } from './statement-context.ts'
import { equalsUnknown, hasUnknown } from './unknown-text.ts'

/** The names of a principal element by their kind, or null if it is `*`. */
function namesIn(cursor: Cursor, { source, refuse }: StatementContext): readonly string[] | null {
  if (cursor.value === '*') return null
  const parts = partsOf(cursor, source)
  if (!parts) {
    refuse(cursor, 'Write "*", or an object such as { "AWS": "arn:aws:iam::111122223333:root" }.')
    return []
  }
  const kinds = ['AWS', 'Service', 'Federated', 'CanonicalUser']
  return parts.flatMap(([kind, part]) => {
    if (!kinds.includes(kind)) refuse(part, `A principal has no ${kind}. Write one of ${kinds.join(', ')}.`)
    return itemsOf(part, source).flatMap((item) => {
      if (typeof item.value === 'string') return item.value
      refuse(item, 'Write a text, such as an ARN.')
      return []
    })
  })
}

/** The account in an ARN. */
const accountIn = (arn: string) => arn.split(':')[4] ?? ''

/** @returns whether a statement names the caller, who is in the key `aws:PrincipalArn` */
export function compilePrincipal(
  cursor: Cursor,
  isNegated: boolean,
  context: StatementContext,
): (request: Request) => Truth {
  const names = namesIn(cursor, context)
  if (names === null || names.includes('*')) return () => truthOf(!isNegated)
  const named = new Set(names)
  return (request) => {
    const caller = valueOfKey('aws:PrincipalArn', request)
    if (typeof caller !== 'string')
      return caller === null ? truthOf(isNegated) : unknownWithout([missingFrom('aws:PrincipalArn', request)])
    const account = accountIn(caller)
    const hasAccount =
      account !== '' &&
      (named.has(account) || named.has(caller.replace(/^(arn:[^:]*:)\w+::(\d+):.*$/, '$1iam::$2:root')))
    // The role of an unknown path may be one of those that are named.
    if (hasUnknown(caller) && names.some((name) => equalsUnknown(name, caller) === null))
      return hasAccount && !isNegated ? isTrue : unknownWithout([missingFrom('aws:PrincipalArn', request)])
    if (!isNegated) return truthOf(hasAccount || named.has(caller))
    if (!hasAccount && !named.has(caller)) return isTrue
    // AWS asks for the account beside the caller. It does not say what follows if only one of them is named.
    return hasAccount && named.has(caller)
      ? truthOf(false)
      : unknownWithout([{ name: cursor.field, why: 'not known' }])
  }
}
