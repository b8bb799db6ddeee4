import { kit } from 'virtual:kit'
import { cases } from 'kit-reader/policies'
import { describe, expect, test } from 'vitest'
import { policies as words } from '#content/policies.ts'
import { plan } from '../../home/plan/plan.tsx'
import { problemOf, suggestionsFor } from './action-names.ts'
import { organizationOf } from './organization.ts'
import { answer, fieldsFor, type Question, questionOf, readQuestion, toQuery } from './question.ts'
import { markStates, reachedParts, routesIn } from './route.ts'
import { colored, evidenceOf, markOf, sentenceOf, titleOf, verdictOf } from './view.ts'

const organization = organizationOf(kit)
if (!organization) throw new Error('The kit has no policies.')
const example: Question = {
  account: 'dev',
  who: 'developer',
  action: 's3:GetObject',
  region: 'eu-west-1',
  resource: '',
  conditions: {},
}
const ask = (query: string) => readQuestion(query, organization, example)
const decided = (query: string) => answer(ask(query), organization).decision
const verdictFor = (query: string) => verdictOf(answer(ask(query), organization), words)
const sentenceFor = (query: string) => {
  const question = ask(query)
  return sentenceOf(question, answer(question, organization), organization, words)
}
const evidenceFor = (query: string) => {
  const question = ask(query)
  return evidenceOf(question, answer(question, organization), organization, { 'a.json': '/a' })
}
const textIn = (tokens: readonly (string | readonly string[])[]) =>
  tokens.map((token) => (typeof token === 'string' ? token : token[1])).join('')

const printed = cases.map((policyCase, index) => {
  const request = kit.policyRequests[index]
  if (!request) throw new Error(`The kit prints no request for "${policyCase.title}".`)
  return [`${policyCase.holder}: ${policyCase.title}`, policyCase, request] as const
})
test.each(printed)('the page answers as the checks: %s', (_, policyCase, request) => {
  const place = { account: request.account, resource: request.resource ?? '' }
  const question = questionOf(policyCase, place, organization)
  const { decision, gates } = answer(question, organization)
  expect(decision?.verdict).toBe(policyCase.expect)
  if (decision && 'by' in decision && decision.by) expect(request.reason).toContain(decision.by.policy)
  expect(gates.some(({ state }) => state === 'stops')).toBe(policyCase.expect === 'denied')
  expect(ask(String(toQuery(question)))).toEqual(question)
})

describe('the assignment', () => {
  test.each([
    ['prod', 'developer', 'kms:ScheduleKeyDeletion', 'Developers have only ViewOnly in prod.'],
    ['prod', 'developer', 'secretsmanager:GetSecretValue', 'Developers have only ViewOnly in prod.'],
    ['prod', 'developer', 'ec2:TerminateInstances', 'Developers have only ViewOnly in prod.'],
    ['prod', 'developer', 'ec2:PurchaseReservedInstancesOffering', 'Developers have only ViewOnly in prod.'],
    [
      'prod',
      'security operator',
      'securityhub:BatchUpdateFindings',
      'Security operators have only SecurityAudit',
    ],
    ['prod', 'administrator', 'iam:CreateUser', 'Administrators have only PowerUser in prod.'],
    ['identity', 'developer', 's3:GetObject', 'Developers have no access to identity.'],
    ['management', 'administrator', 's3:GetObject', 'Administrators have no access to management.'],
    ['log-archive', 'deploy role', 'ecs:CreateCluster', 'exists only in dev, staging, prod'],
    ['dev', 'core plan role', 'ec2:DescribeInstances', 'exists only in the management account'],
    ['management', 'break-glass', 'ec2:DescribeInstances', 'exists only in member accounts'],
  ])('denies in %s: %s, %s', (account, who, action, sentence) => {
    const query = `?account=${account}&who=${who}&action=${action}&region=eu-central-1`
    expect(decided(query)).toMatchObject({ verdict: 'denied', reason: 'assignment' })
    expect(sentenceFor(query)).toContain(sentence)
    expect(fieldsFor(ask(query), organization)).toEqual({ keys: [], resource: false })
  })
  test('shows the row of the access matrix, with the line of the account', () => {
    const evidence = evidenceFor('?account=prod&who=developer&action=kms:ScheduleKeyDeletion')
    expect(evidence?.file).toBe('iam-identity-center/terraform.tfvars.example')
    expect(textIn(evidence?.tokens ?? [])).toContain('developers = {')
    expect(evidence?.tokens).toContainEqual(['ask-line', expect.stringMatching(/prod +=.*ViewOnly/)])
  })
  test.each([
    ['management', 'sts:AssumeRole', 'root user'],
    ['management', 'sts:AssumeRoot', 'root user'],
    ['management', 'STS:assumerole', 'root user'],
    ['management', 'sts:GetFederationToken', undefined],
    ['dev', 'sts:AssumeRole', 'statement'],
  ])('denies a root user in %s: %s, by %s', (account, action, reason) => {
    const query = `?account=${account}&who=root user&action=${action}&resource=arn:aws:iam::111122223333:role/x`
    const decision = decided(query)
    expect(decision).toMatchObject(reason ? { verdict: 'denied', reason } : { verdict: 'allowed' })
    if (reason !== 'root user') return
    expect(sentenceFor(query)).toBe(`AWS lets no root user call ${action}, whatever the policies say.`)
    expect(evidenceFor(query)).toBe(null)
    expect(answer(ask(query), organization).gates.filter(({ state }) => state === 'stops')).toHaveLength(1)
  })
  test('says with which permission set the answer is judged', () => {
    const query = '?account=prod&who=developer&action=ec2:DescribeInstances&region=eu-central-1'
    expect(decided(query)).toMatchObject({
      verdict: 'allowed',
      by: { policy: 'AWS’s policy ViewOnlyAccess' },
    })
    expect(textIn(evidenceFor(query)?.tokens ?? [])).toMatch(/ec2:DescribeInstance\*", "… \d+ more"/)
  })
})

describe('a policy that is not a policy of the caller', () => {
  const inDev = '?account=dev&who=administrator&region=eu-central-1'
  const deployRole = organization.policySet.assignments.roles['deploy role'].arn
  test('the trust policy of a role of the kit decides who assumes it', () => {
    const query = `?account=dev&who=developer&action=sts:AssumeRole&resource=${deployRole}`
    expect(decided(query)).toMatchObject({ verdict: 'denied', reason: 'trust policy' })
    expect(sentenceFor(query)).toContain('lets only token.actions.githubusercontent.com assume the role')
    expect(textIn(evidenceFor(query)?.tokens ?? [])).toContain('sts:AssumeRoleWithWebIdentity')
    const core = organization.policySet.assignments.roles['core plan role'].arn
    expect(
      decided(`?account=management&who=administrator&action=sts:AssumeRole&resource=${core}`)?.verdict,
    ).toBe('denied')
  })
  test.each([
    ['sts:AssumeRole', '', 'trust policy'],
    ['sts:AssumeRole', 'arn:aws:iam::111122223333:role/x', 'trust policy'],
    ['kms:Decrypt', '', 'key policy'],
    ['kms:ListKeys', '', null],
    ['sqs:SendMessage', 'arn:aws:sqs:eu-central-1:999988887777:x', 'resource policy'],
    ['sqs:SendMessage', 'arn:aws:sqs:eu-central-1:111122223333:x', null],
    ['s3:GetObject', 'arn:aws:s3:::acme-log-trail-555566667777/x', 'resource policy'],
    ['s3:GetObject', 'arn:aws:s3:::other/x', null],
    ['sts:GetCallerIdentity', '', null],
  ] as const)('%s on "%s" is allowed if: %s', (action, resource, onlyIf) => {
    const query = `${inDev}&action=${action}&resource=${resource}`
    expect(decided(query)).toMatchObject({ verdict: 'allowed', onlyIf })
    expect(verdictFor(query)).toBe(onlyIf ? words.onlyIf[onlyIf] : words.verdicts.allowed)
  })
  test('the role to assume is asked for', () => {
    expect(fieldsFor(ask(`${inDev}&action=sts:AssumeRole`), organization).resource).toBe(true)
  })
})

test.each([
  [
    '?account=prod&who=developer&action=kms:ScheduleKeyDeletion',
    'Can a developer delete a key in prod? Denied',
  ],
  [
    '?account=dev&who=administrator&action=kms:Decrypt&region=eu-central-1',
    'Can an administrator decrypt in dev? Allowed, if the key policy lets it',
  ],
  [
    '?account=audit&who=root user&action=rds:CreateDBInstance',
    'Can the root user create DB instance in audit? Denied',
  ],
])('%s has the title "%s"', (query, title) => {
  const question = ask(query)
  expect(titleOf(question, answer(question, organization), words)).toBe(title)
})

describe('a question in the query', () => {
  test('has the example where the query says nothing', () => {
    expect(ask('')).toEqual(example)
    expect(ask('?account=prod')).toEqual({ ...example, account: 'prod' })
  })
  test('has only names from the lists, and text in one line', () => {
    const hostile = '<script>alert(1)</script>\n\u202e'
    const names = ['account', 'who', 'region', 'ec2:Encrypted'].map((name) => [name, hostile])
    const query = new URLSearchParams([
      ...names,
      ['action', hostile],
      ['__proto__', 'x'],
      ['constructor', 'x'],
    ])
    expect(ask(`?${query}`)).toEqual({
      ...example,
      action: '<script>alert(1)</script>',
      region: '',
      resource: '',
      conditions: {},
    })
  })
  test('is cut if it is too long', () => {
    const { action, resource } = ask(
      `?action=${'a'.repeat(3000)}&resource=${'b'.repeat(4000)}${'&x=1'.repeat(1e5)}`,
    )
    expect([action.length, resource.length]).toEqual([128, 1024])
  })
  test('a broken escape is text', () => {
    expect(ask('?action=%E0%A4%A&who=%').action).not.toContain('%E0')
  })
})

describe('an answer', () => {
  test('shows each gate of the way, up to the one that stops the request', () => {
    const statesOf = (query: string) =>
      answer(ask(query), organization).gates.map(({ id, state }) => `${id} ${state}`)
    expect(statesOf('?account=dev&who=developer&action=bedrock:InvokeModel&region=us-west-2')).toEqual([
      'assignment passes',
      'root passes',
      'unit stops',
      'buckets none',
      'boundary not-reached',
      'own not-reached',
      'trust none',
    ])
    expect(statesOf('?account=management&who=root user&action=organizations:LeaveOrganization')).toEqual([
      'assignment passes',
      'root none',
      'unit none',
      'buckets none',
      'boundary none',
      'own passes',
      'trust none',
    ])
    expect(statesOf('?account=identity&who=developer&action=s3:GetObject')).toEqual([
      'assignment stops',
      'root not-reached',
      'unit not-reached',
      'buckets none',
      'boundary none',
      'own not-reached',
      'trust none',
    ])
  })
  test('cannot tell without a condition that decides, and says which one', () => {
    const volume = '?account=dev&who=administrator&action=ec2:CreateVolume&region=eu-central-1'
    expect(decided(volume)).toMatchObject({ verdict: 'cannot tell', missing: ['resource', 'ec2:Encrypted'] })
    expect(fieldsFor(ask(volume), organization)).toEqual({ keys: ['ec2:Encrypted'], resource: true })
    const onVolume = `${volume}&resource=arn:aws:ec2:eu-central-1:111122223333:volume/*`
    expect(decided(`${onVolume}&ec2:Encrypted=false`)).toMatchObject({
      by: { sid: 'DenyUnencryptedVolumes' },
    })
    expect(decided(`${onVolume}&ec2:Encrypted=true`)?.verdict).toBe('allowed')
  })
  test.each([
    ['iam:DeleteRole', '*'],
    ['iam:DeleteRole', 'arn:aws:iam::111122223333:role/*'],
    ['iam:DeleteRole', 'arn:aws:iam::111122223333:role/baseline/?'],
    ['iam:DeleteRole', 'ARN:AWS:IAM::111122223333:role/baseline/x'],
    ['iam:DeleteRole', 'baseline/x'],
    ['s3:DeleteBucketPolicy', 'arn:aws:s3:::*'],
    ['s3:DeleteBucketPolicy', 'acme-log-trail-555566667777'],
    ['s3:DeleteBucketPolicy', 'arn:aws:s3'],
  ])('cannot tell by a resource that is no complete ARN: %s on %s', (action, resource) => {
    const account = action.startsWith('s3') ? 'log-archive' : 'dev'
    const query = `?account=${account}&who=break-glass&region=eu-central-1&action=${action}&resource=${resource}`
    expect(decided(query)).toMatchObject({ verdict: 'cannot tell', missing: ['resource'] })
  })
  test('a key is asked for only where it decides, or where the link has an unusual value', () => {
    const table = '?account=dev&who=administrator&action=dynamodb:GetItem'
    expect(fieldsFor(ask(table), organization).keys).toEqual([])
    const departed = fieldsFor(ask(`${table}&identitystore:userId=00000000-departed`), organization)
    expect(departed.keys).toEqual(['identitystore:userId'])
    const root = fieldsFor(ask('?account=dev&who=root user&action=s3:GetObject'), organization)
    expect(root.keys).toContain('aws:AssumedRoot')
  })
  test('a statement that is missing is shown as an allow', () => {
    const query = '?account=dev&who=plan+role&action=dynamodb:GetItem&region=eu-central-1'
    expect(sentenceFor(query)).toContain('its own policies')
    const evidence = evidenceFor(query)
    expect(evidence?.isMissing).toBe(true)
    expect(JSON.parse(textIn(evidence?.tokens ?? []))).toEqual({
      Effect: 'Allow',
      Action: 'dynamodb:GetItem',
      Resource: '*',
    })
  })
  test.each([
    ['audit', 'security operator', 'guardduty:ListFindings', 'SecurityAudit'],
    ['log-archive', 'log reader', 'lightsail:IsVpcPeered', 'ViewOnlyAccess'],
    ['staging', 'developer', 'dynamodb:GetItem', 'ReadOnlyAccess'],
  ])('reads the policies of AWS: in %s, %s may %s', (account, who, action, policy) => {
    const query = `?account=${account}&who=${who}&action=${action}&region=eu-central-1`
    expect(decided(query)).toMatchObject({ verdict: 'allowed', by: { policy: `AWS’s policy ${policy}` } })
  })
  test('marks the account and the policy that decided, in its unit only', () => {
    const question = ask('?account=dev&who=developer&action=bedrock:InvokeModel&region=us-west-2')
    const mark = (resource: string, unit?: string) =>
      markOf({ resource, unit }, question, answer(question, organization), {
        unit: 'workloads',
        root: 'this',
      })
    expect(mark('dev', 'workloads')).toBe('denied')
    expect(mark('region-allowlist', 'workloads')).toBe('stops')
    expect(mark('region-allowlist', 'shared')).toBeUndefined()
    expect(mark('prod', 'workloads')).toBeUndefined()
  })
})

describe('the name of an action', () => {
  const names = {
    actions: { s3: ['GetObject', 'PutObject'], sts: ['AssumeRole'] },
    calls: { 's3:listobjectsv2': 'ListBucket' },
  }
  test.each([
    ['s3:GetObject', null],
    ['S3:getobject', null],
    ['s3', words.sentences.noName],
    ['s3:GetObjct', words.sentences.noAction.replace('{date}', 'today')],
    ['s3:GetObject:x', words.sentences.noAction.replace('{date}', 'today')],
    ['s3:ListObjectsV2', 'ListObjectsV2 is an API call. For it, IAM checks s3:ListBucket.'],
    ['__proto__:x', words.sentences.noService.replace('{date}', 'today')],
    ['constructor:toString', words.sentences.noService.replace('{date}', 'today')],
  ])('%s: %s', (action, problem) => {
    expect(problemOf(action, names, 'today', words)).toBe(problem)
  })
  test('its service suggests the actions, and a letter the services', () => {
    expect(suggestionsFor('s3:', names)).toEqual(['s3:GetObject', 's3:PutObject'])
    expect(suggestionsFor('s', names)).toEqual(['s3:', 'sts:'])
  })
})

test('JSON is colored without a change of its text', () => {
  const json = JSON.stringify({ 'a"b': ['c:', '\\'], d: 1 }, null, 2)
  const text = colored(json).map((token) => (typeof token === 'string' ? token : token[1]))
  expect(text.join('')).toBe(json)
})

describe('the way in the drawing', () => {
  for (const kind of ['wide', 'tall'] as const) {
    const drawing = plan?.[kind]
    if (!drawing) continue
    const routes = routesIn(drawing)
    test(`the ${kind} drawing has one to each account, which crosses no other box`, () => {
      const accounts = drawing.shapes.filter(({ kind }) => kind === 'account')
      expect(Object.keys(routes).sort()).toEqual(accounts.map(({ resource }) => resource).sort())
      for (const [account, { parts }] of Object.entries(routes)) {
        const points = parts.flatMap((part) =>
          [...part.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const),
        )
        points.slice(1).forEach(([x, y], index) => {
          const [fromX, fromY] = points[index] ?? [x, y]
          expect(fromX === x || fromY === y, `${account}: straight to ${x} ${y}`).toBe(true)
          for (const box of drawing.shapes.filter(({ kind }) => kind !== 'frame')) {
            const isCrossed =
              Math.max(x, fromX) > box.x &&
              Math.min(x, fromX) < box.x + box.width &&
              Math.max(y, fromY) > box.y &&
              Math.min(y, fromY) < box.y + box.height
            expect(isCrossed, `${account} through ${box.resource}`).toBe(false)
          }
        })
      }
    })
  }
  test('ends at the gate that stops the request', () => {
    const answerFor = (query: string) => answer(ask(query), organization)
    const stopped = answerFor('?account=dev&who=developer&action=bedrock:InvokeModel&region=us-west-2')
    expect(markStates(stopped)).toEqual(['passes', 'stops', 'not-reached'])
    expect(reachedParts(stopped)).toEqual([true, true, false])
    const withoutSession = answerFor('?account=identity&who=developer&action=s3:GetObject')
    expect(reachedParts(withoutSession)).toEqual([false, false, false])
  })
})
