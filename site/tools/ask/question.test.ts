import { kit } from 'virtual:kit'
import { cases } from 'kit-reader/policies'
import { describe, expect, test } from 'vitest'
import { policies as words } from '#content/policies.ts'
import { plan } from '../../home/plan/plan.tsx'
import { accountIn, organizationOf } from './organization.ts'
import { answer, asks, type Question, questionOf, readQuestion, toQuery } from './question.ts'
import { markStates, reached, routesIn } from './route.ts'
import { codeOf, colored, markOf, sentenceOf } from './view.ts'

const organization = organizationOf(kit)
if (!organization) throw new Error('The kit has no policies.')
const example: Question = {
  account: 'prod',
  who: 'developer',
  action: 's3:GetObject',
  region: 'eu-west-1',
  resource: '',
  conditions: {},
}
const ask = (query: string) => readQuestion(query, organization, example)
const answered = (query: string) => answer(ask(query), organization)

const printed = cases.map((one, index) => {
  const request = kit.policyRequests[index]
  if (!request) throw new Error(`The kit prints no request for "${one.title}".`)
  return [`${one.holder}: ${one.title}`, one, request] as const
})
test.each(printed)('the page answers as the checks: %s', (_, one, request) => {
  const asked = questionOf(one, accountIn(one.unit, organization, 'prod'), organization)
  const { verdict, by, gates, gate } = answer(asked, organization)
  expect(verdict).toBe(one.expect)
  const reason = by ? `${by.sid} in ${by.policy}` : `no statement of the ${request.gate} allows it`
  expect(reason).toBe(request.reason)
  expect(gates.filter(({ state }) => state === 'stops').map(({ id }) => id)).toEqual(gate ? [gate] : [])
  expect(ask(String(toQuery(asked)))).toEqual(asked)
})

describe('a question in the query', () => {
  test('has the example where the query says nothing', () => {
    expect(ask('')).toEqual(example)
    expect(ask('?account=dev')).toEqual({ ...example, account: 'dev' })
  })
  test('has an account in which the role is', () => {
    const core = ask('?account=dev&who=core+plan+role&action=ec2:DescribeInstances&region=ap-south-1')
    expect(core.account).toBe('management')
    expect(answer(core, organization)).not.toMatchObject({ by: { sid: 'DenyOtherRegions' } })
    expect(ask('?account=dev&who=role+of+iam-identity-center').account).toBe('management')
    for (const who of ['management role', 'StackSets role']) {
      expect(ask(`?account=management&who=${who}`).account).toBe('prod')
      expect(ask(`?account=audit&who=${who}`).account).toBe('audit')
    }
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
    const states = (query: string) => answered(query).gates.map(({ id, state }) => `${id} ${state}`)
    expect(states('?account=prod&who=developer&action=bedrock:InvokeModel&region=us-west-2')).toEqual([
      'root passes',
      'unit stops',
      'buckets none',
      'boundary not-reached',
      'own not-reached',
    ])
    expect(states('?account=management&who=administrator&action=organizations:LeaveOrganization')).toEqual([
      'root none',
      'unit none',
      'buckets none',
      'boundary none',
      'own passes',
    ])
  })
  test('cannot tell without a condition that decides, and says which one', () => {
    const volume = '?account=prod&who=administrator&action=ec2:CreateVolume&region=eu-central-1'
    const found = answered(volume)
    expect(found).toMatchObject({ verdict: 'cannot tell', missing: ['resource', 'ec2:Encrypted'] })
    expect(asks(ask(volume), organization)).toEqual({
      keys: expect.arrayContaining(['ec2:Encrypted']),
      resource: true,
    })
    const onVolume = `${volume}&resource=arn:aws:ec2:eu-central-1:111122223333:volume/*`
    expect(answered(`${onVolume}&ec2:Encrypted=false`).by?.sid).toBe('DenyUnencryptedVolumes')
    expect(answered(`${onVolume}&ec2:Encrypted=true`).verdict).toBe('allowed')
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
  ])('cannot tell by a resource that is no whole ARN: %s on %s', (action, resource) => {
    const account = action.startsWith('s3') ? 'audit' : 'dev'
    const found = answered(
      `?account=${account}&who=administrator&region=eu-central-1&action=${action}&resource=${resource}`,
    )
    expect(found).toMatchObject({ verdict: 'cannot tell', missing: ['resource'] })
  })
  test('a condition that no statement reads is not asked for', () => {
    const { keys } = asks(ask('?account=dev&who=administrator&action=dynamodb:GetItem'), organization)
    expect(keys).toEqual(['identitystore:userId'])
  })
  test('a statement that is missing is shown as an allow', () => {
    const question = ask('?account=dev&who=plan+role&action=dynamodb:GetItem&region=eu-central-1')
    const found = answer(question, organization)
    expect(sentenceOf(found, 'workloads', words)).toContain('its own policies')
    expect(JSON.parse(codeOf(found, question))).toEqual({
      Effect: 'Allow',
      Action: 'dynamodb:GetItem',
      Resource: '*',
    })
  })
  test.each([
    ['security operator', 'guardduty:ListFindings', 'SecurityAudit'],
    ['security operator', 'rds:DownloadDBLogFilePortion', 'SecurityAudit'],
    ['security operator', 'iam:GenerateCredentialReport', 'SecurityAudit'],
    ['log reader', 'lightsail:IsVpcPeered', 'ViewOnlyAccess'],
  ])('is no denial where a long policy of AWS may allow it: %s, %s', (who, action, reads) => {
    const found = answered(`?account=audit&who=${who}&action=${action}&region=eu-central-1`)
    expect(found).toMatchObject({ verdict: 'cannot tell', reads })
  })
  test('marks the account and the policy that decided, in its unit only', () => {
    const found = answered('?account=prod&who=developer&action=bedrock:InvokeModel&region=us-west-2')
    const mark = (resource: string, unit?: string) =>
      markOf({ resource, unit }, found, { account: 'prod', unit: 'workloads', root: 'this' })
    expect(mark('prod', 'workloads')).toBe('denied')
    expect(mark('region-allowlist', 'workloads')).toBe('stops')
    expect(mark('region-allowlist', 'shared')).toBeUndefined()
    expect(mark('dev', 'workloads')).toBeUndefined()
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
    const states = markStates(
      answered('?account=prod&who=developer&action=bedrock:InvokeModel&region=us-west-2'),
    )
    expect(states).toEqual(['passes', 'stops', 'not-reached'])
    expect(reached(states)).toEqual([true, true, false])
  })
})
