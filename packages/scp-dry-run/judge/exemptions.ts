// What policies do not limit.
import { rcpServices } from '../names/reference.ts'
import type { PolicyType } from '../policy/policy.ts'
import { type Request, valueOfKey } from './request.ts'

/** AWS answers these whatever the policies say (API reference of AWS STS, and "Permissions for GetSessionToken" in the IAM User Guide). */
const needNoPermission = new Set(['sts:getcalleridentity', 'sts:getsessiontoken'])

export const needsPermission = (action: string): boolean => !needNoPermission.has(action.toLowerCase())

/** Whether policies of this type leave the request alone. */
export function isExempt(type: PolicyType, request: Request): boolean {
  if (request.isOutsider && type !== 'rcp' && type !== 'resource') return true
  const principal = valueOfKey('aws:PrincipalArn', request)
  const caller = typeof principal === 'string' ? principal : ''
  // "SCPs do not affect any service-linked role", and neither do RCPs.
  const isServiceLinked = /^arn:[^:]*:iam::\d*:role\/aws-service-role\//.test(caller)
  const action = request.action.toLowerCase()
  switch (type) {
    case 'scp':
      return isServiceLinked
    case 'rcp':
      return isServiceLinked || !rcpServices.has(action.split(':')[0] ?? '') || action === 'kms:retiregrant'
    case 'boundary':
    case 'identity':
    case 'session':
      // Nobody attaches policies to a root user.
      return /^arn:[^:]*:iam::\d*:root$/.test(caller)
    case 'resource':
      return false
  }
}
