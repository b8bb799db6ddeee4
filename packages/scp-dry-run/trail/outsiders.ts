// The keys of callers that are no role or user of the organization's accounts, whom only resource control policies limit ("AWS global
// condition context keys" in the IAM User Guide).

import type { TrailEvent } from './cloudtrail.ts'
import type { KeyValue } from './context-keys.ts'

export type Outsider = 'service' | 'otherAccount' | 'noPrincipal'

const isAnonymous = ({ userIdentity }: TrailEvent) => userIdentity?.accountId === 'ANONYMOUS_PRINCIPAL'

/** Who it is, for whoever reads the rows. */
export const outsiderName = (event: TrailEvent): string => {
  const { userIdentity } = event
  if (isAnonymous(event)) return 'anonymous'
  const arn = userIdentity?.sessionContext?.sessionIssuer?.arn ?? userIdentity?.arn
  return arn ?? userIdentity?.invokedBy ?? userIdentity?.principalId ?? userIdentity?.type ?? ''
}

/** Keys that an anonymous request has, and lacks. */
const ofAnonymous: Readonly<Record<string, KeyValue>> = {
  'aws:principaltype': 'Anonymous',
  'aws:userid': 'anonymous',
  'aws:principalaccount': 'anonymous',
  'aws:principalarn': null,
  'aws:principalisawsservice': null,
  'aws:principalorgid': null,
  'aws:principalorgpaths': null,
  'aws:username': null,
}

/**
 * @param key in lower case
 * @returns null for a key that these callers have as all others do. Its `value` is undefined if it is unknown.
 */
export function outsiderKey(key: string, event: TrailEvent): { value: KeyValue } | null {
  const { userIdentity } = event
  const isOfCaller = /^aws:(principal|userid$|username$)/.test(key)
  if (userIdentity?.type === 'AWSService') {
    const service = userIdentity.invokedBy ?? ''
    if (key === 'aws:principalisawsservice') return { value: 'true' }
    if (key === 'aws:viaawsservice') return { value: 'false' }
    if (key === 'aws:principalservicename')
      return { value: /^[\w.-]+\.amazonaws\.com$/.test(service) ? service : undefined }
    // The resource for which the service acts is not recorded.
    return isOfCaller || /^aws:source(account|arn|orgid|orgpaths)$/.test(key) ? { value: undefined } : null
  }
  if (!isOfCaller) return null
  if (isAnonymous(event)) return { value: ofAnonymous[key] }
  const arn = userIdentity?.sessionContext?.sessionIssuer?.arn ?? userIdentity?.arn
  const account = /^arn:[^:]*:[^:]*::(\d{12}):/.exec(arn ?? '')?.[1] ?? userIdentity?.accountId
  if (key === 'aws:principalisawsservice') return { value: account ? 'false' : undefined }
  if (key === 'aws:principalaccount') return { value: account }
  return { value: key === 'aws:principalarn' && arn?.includes(':iam:') ? arn : undefined }
}
