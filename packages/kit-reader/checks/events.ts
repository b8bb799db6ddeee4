// Checks the event patterns of the alarms: each name of an event exists, and sample events raise the alarm that they should:
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html

import { knownActions } from 'scp-dry-run/names'
import type { Value } from 'terraform/expression'
import { attributeOf, blocksIn } from 'terraform/hcl'
import type { KitFile, Problem } from '../read-kit.ts'
import { valuesOf } from './values.ts'

type Fields = { readonly [key: string]: Value }

/** Whether EventBridge would pass the event on. @throws Error for an operator that this does not know */
function fits(pattern: Fields, event: Fields): boolean {
  return Object.entries(pattern).every(([key, wanted]) => {
    if (key === '$or') return (wanted as Fields[]).some((one) => fits(one, event))
    const given = [event[key] ?? []].flat() as Value[]
    if (!Array.isArray(wanted)) return given.some((one) => fits(wanted as Fields, one as Fields))
    return (wanted as Value[]).some((one) => given.some((value) => fitsOne(one, value)))
  })
}

function fitsOne(wanted: Value, value: Value): boolean {
  if (typeof wanted !== 'object' || wanted === null) return wanted === value
  const [[operator = '', operand] = []] = Object.entries(wanted as Fields)
  if (operator !== 'prefix') throw new Error(`the operator ${operator} of an event pattern is not known here`)
  return String(value).startsWith(String(operand))
}

/** No service of IAM's, so not in its reference: https://docs.aws.amazon.com/singlesignon/latest/userguide/scim-logging-using-cloudtrail.html */
const operations: Readonly<Record<string, readonly string[]>> = {
  ...knownActions.services,
  'identitystore-scim': [
    'CreateGroup',
    'CreateUser',
    'DeleteGroup',
    'DeleteUser',
    'PatchGroup',
    'PatchUser',
    'PutUser',
  ],
}

const call = 'AWS API Call via CloudTrail'
const signIn = 'AWS Console Sign In via CloudTrail'
const record = (service: string, eventName: string, rest: Fields = {}): Fields => ({
  'detail-type': call,
  source: `aws.${service}`,
  detail: {
    eventSource: `${service}.amazonaws.com`,
    eventName,
    userIdentity: { type: 'AssumedRole' },
    ...rest,
  },
})
const finding = (ProductName: string, Label: string, Status = 'NEW'): Fields => ({
  'detail-type': 'Security Hub Findings - Imported',
  source: 'aws.securityhub',
  detail: {
    findings: [{ RecordState: 'ACTIVE', Workflow: { Status }, Severity: { Label }, ProductName }],
  },
})
const asRoot = { userIdentity: { type: 'Root' } }
const asBreakGlass = { userIdentity: { type: 'IAMUser', userName: 'break-glass-1' } }

// biome-ignore format: a table, with a row for each line
const samples: [folder: string, alarm: string, title: string, event: Fields, raises: boolean][] = [
  ['organization', 'root', 'the root user signs in', { 'detail-type': signIn, detail: { eventName: 'ConsoleLogin', ...asRoot } }, true],
  ['organization', 'root', 'the root user lists buckets', record('s3', 'ListBuckets', asRoot), true],
  ['organization', 'root', 'a role lists buckets', record('s3', 'ListBuckets'), false],
  ['organization', 'organization', 'somebody detaches a policy', record('organizations', 'DetachPolicy'), true],
  ['organization', 'organization', 'somebody moves an account', record('organizations', 'MoveAccount'), true],
  ['organization', 'organization', 'somebody delegates a service', record('organizations', 'RegisterDelegatedAdministrator'), true],
  ['organization', 'organization', 'somebody lists accounts', record('organizations', 'ListAccounts'), false],
  ['organization', 'access', 'somebody joins a group', record('sso-directory', 'AddMemberToGroup'), true],
  ['organization', 'access', 'somebody joins a group through the API', record('identitystore', 'CreateGroupMembership'), true],
  ['organization', 'access', 'an identity provider adds somebody to a group', record('identitystore-scim', 'PatchGroup', { userIdentity: { type: 'WebIdentityUser' } }), true],
  ['organization', 'access', 'an identity provider changes a telephone number', record('identitystore-scim', 'PatchUser', { userIdentity: { type: 'WebIdentityUser' } }), false],
  ['organization', 'access', 'a group gets an account', record('sso', 'CreateAccountAssignment'), true],
  ['organization', 'access', 'somebody reads an assignment', record('sso', 'ListAccountAssignments'), false],
  ['organization', 'trail', 'somebody stops the trail', record('cloudtrail', 'StopLogging'), true],
  ['organization', 'trail', 'somebody deletes the trail', record('cloudtrail', 'DeleteTrail'), true],
  ['organization', 'trail', 'somebody changes the trail', record('cloudtrail', 'UpdateTrail'), true],
  ['organization', 'trail', 'the trail records less', record('cloudtrail', 'PutEventSelectors'), true],
  ['organization', 'trail', 'somebody looks up events', record('cloudtrail', 'LookupEvents'), false],
  ['organization', 'findings', 'a critical finding', finding('Security Hub', 'CRITICAL'), true],
  ['organization', 'findings', 'a high finding of GuardDuty', finding('GuardDuty', 'HIGH'), true],
  ['organization', 'findings', 'a high finding of a standard', finding('Security Hub', 'HIGH'), false],
  ['organization', 'findings', 'a critical finding that somebody works on', finding('Security Hub', 'CRITICAL', 'NOTIFIED'), false],
  ['iam-identity-center', 'break-glass', 'a break-glass user signs in', { 'detail-type': signIn, detail: { eventName: 'ConsoleLogin', ...asBreakGlass } }, true],
  ['iam-identity-center', 'break-glass', 'a break-glass user takes the role', record('sts', 'AssumeRole', asBreakGlass), true],
  ['iam-identity-center', 'break-glass', 'a role takes a role', record('sts', 'AssumeRole'), false],
  ['iam-identity-center', 'access', 'a group gets an account', record('sso', 'CreateAccountAssignment'), true],
  ['iam-identity-center', 'access', 'an identity provider adds somebody to a group', record('identitystore-scim', 'PatchGroup', { userIdentity: { type: 'WebIdentityUser' } }), true],
  ['iam-identity-center', 'access', 'somebody takes the boundary off a set', record('sso', 'DeletePermissionsBoundaryFromPermissionSet'), true],
  ['iam-identity-center', 'access', 'somebody joins a group', record('identitystore', 'CreateGroupMembership'), true],
  ['iam-identity-center', 'access', 'a break-glass user gets a key', record('iam', 'CreateAccessKey', { requestParameters: { userName: 'break-glass-2' } }), true],
  ['iam-identity-center', 'access', 'another user gets a key', record('iam', 'CreateAccessKey', { requestParameters: { userName: 'ci' } }), false],
]

/** Each object in a pattern that names the source of events and their names. */
function namesIn(pattern: Value): { sources: string[]; names: Value[] }[] {
  if (typeof pattern !== 'object' || pattern === null) return []
  const { eventSource, eventName } = pattern as Record<string, readonly Value[]>
  const own =
    eventSource && eventName
      ? [{ sources: eventSource.map((source) => String(source).split('.')[0] ?? ''), names: [...eventName] }]
      : []
  return [...own, ...Object.values(pattern).flatMap(namesIn)]
}

/** @returns problems of the alarms in both folders */
export async function checkEvents(files: KitFile[]): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const folder of ['organization', 'iam-identity-center']) {
    const path = `${folder}/alarms.tf`
    const report = (message: string) => problems.push({ file: path, line: 0, message })
    const value = await valuesOf(files, folder)
    const alarms = (await value('local.alarms')) as Record<string, { pattern: Fields }>
    const patterns = new Map(Object.entries(alarms).map(([name, { pattern }]) => [name, pattern]))
    const hcl = files.find((file) => file.path === path)?.hcl ?? []
    const rule = blocksIn(hcl, 'resource').find(
      ({ labels }) => labels[1] === 'findings' && /rule$/.test(labels[0] ?? ''),
    )
    const own = /^jsonencode\(([\s\S]*)\)$/.exec(
      (rule && attributeOf(rule.body, 'event_pattern')?.expression) ?? '',
    )
    if (own) patterns.set('findings', (await value(own[1] ?? '')) as Fields)
    for (const [alarm, pattern] of patterns)
      for (const { sources, names } of namesIn(pattern))
        for (const name of names)
          if (!sources.some((source) => operations[source]?.some((action) => fitsOne(name, action))))
            report(
              `the alarm ${alarm} waits for ${JSON.stringify(name)}, which ${sources.join(' and ')} does not have`,
            )
    for (const [, alarm, title, event, raises] of samples.filter(([where]) => where === folder)) {
      const pattern = patterns.get(alarm)
      if (!pattern) report(`there is no alarm ${alarm}`)
      else if (fits(pattern, event) !== raises)
        report(`"${title}" ${raises ? 'does not raise' : 'raises'} the alarm ${alarm}`)
    }
    for (const alarm of patterns.keys())
      if (!samples.some(([where, name]) => where === folder && name === alarm))
        report(`no sample event tries the alarm ${alarm}: add one to packages/kit-reader/checks/events.ts`)
  }
  return problems
}
