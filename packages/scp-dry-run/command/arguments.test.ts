import { expect, test } from 'vitest'
import { readArguments, UsageError } from './arguments.ts'

const read = (line: string) => readArguments(line.split(' ').filter(Boolean))

test('--type, --level and --accounts mean what stands beside them', () => {
  const read2 = read(
    'judge --policy a.json --level prod --policy b.json --accounts 111122223333,222233334444 --type rcp --policy c.json --accounts 333344445555 AWSLogs/ - --fail-on denied --csv',
  )
  expect(read2).toEqual({
    name: 'judge',
    policies: [
      { file: 'a.json', type: 'scp', level: 'root', accounts: null, next: [] },
      { file: 'b.json', type: 'scp', level: 'prod', accounts: ['111122223333', '222233334444'], next: [] },
      { file: 'c.json', type: 'rcp', level: 'prod', accounts: ['333344445555'], next: [] },
    ],
    trail: ['AWSLogs/', '-'],
    facts: {},
    format: 'csv',
    failOn: ['denied'],
  })
})

test('a level before the first policy is the root', () => {
  const levels = (line: string) => {
    const found = read(line)
    return found.name === 'judge' && found.policies.map(({ level }) => level)
  }
  expect(levels('judge --level top --policy a --level prod --policy b x')).toEqual(['top', 'prod'])
})

test('a key has a value, several values, or is absent', () => {
  const found = read(
    'ask --policy a.json --action s3:PutObject --key aws:SecureTransport=false --key aws:TagKeys=a --key aws:TagKeys=b=c --key aws:ResourceTag/team --resource arn:aws:s3:::a/b',
  )
  expect(found).toMatchObject({
    keys: { 'aws:SecureTransport': ['false'], 'aws:TagKeys': ['a', 'b=c'], 'aws:ResourceTag/team': null },
    resources: ['arn:aws:s3:::a/b'],
    principal: null,
    region: null,
  })
})

test('files in a row belong to the policy before them', () => {
  expect(read('judge --policy a.json b.json AWSLogs/ --fact aws:PrincipalOrgID=o-1')).toMatchObject({
    policies: [{ file: 'a.json', next: ['b.json', 'AWSLogs/'] }],
    facts: { 'aws:PrincipalOrgID': ['o-1'] },
  })
})

test('the documents of a check have types, too', () => {
  expect(read('check a.json --type boundary b.json --json')).toEqual({
    name: 'check',
    documents: [
      { file: 'a.json', type: 'scp', level: 'root', accounts: null, next: [] },
      { file: 'b.json', type: 'boundary', level: 'root', accounts: null, next: [] },
    ],
    format: 'json',
  })
})

test.each([
  ['', { name: 'help', of: null }],
  ['--help', { name: 'help', of: null }],
  ['help ask', { name: 'help', of: 'ask' }],
  ['judge --policy a --help', { name: 'help', of: 'judge' }],
  ['--version', { name: 'version' }],
])('"%s" asks for %o', (line, expected) => expect(read(line)).toEqual(expected))

test.each([
  ['play', 'There is no command "play"'],
  ['judge x.json', 'Name a policy with --policy'],
  ['judge --policy a.json', 'Name the files of the trail'],
  ['judge --policy a.json --polices b.json x', "Unknown option '--polices'."],
  ['judge --policy', "Option '--policy <value>' argument missing."],
  ['judge --policy - -', 'Standard input can be a policy or the trail'],
  ['judge --policy a --json --csv x', 'Use --json or --csv'],
  ['judge --policy a --fail-on all x', '--fail-on all: use one of denied, unknown.'],
  ['judge --type sdp --policy a x', '--type sdp: use one of scp, rcp, boundary, identity, session.'],
  ['judge --accounts 111122223333 --policy a x', '--accounts belongs to the --policy before it'],
  ['judge --policy a --accounts prod x', 'an account is a number of 12 digits'],
  ['judge --policy a --level prod x', '--level prod has no policy.'],
  ['judge --policy a --level prod --level dev --policy b x', '--level prod has no policy.'],
  ['judge --policy a --level p --policy b --level p --policy c x', 'there is a level of this name already'],
  ['ask --policy a', 'Name one action with --action'],
  ['ask --policy a --action s3:*', 'Name one action with --action'],
  ['ask --policy a --action s3:PutObject --principal me', '--principal me: write the whole ARN'],
  ['ask --policy a --action s3:PutObject --key x=1', '--key x=1: write it as'],
  ['ask --policy a --action s3:PutObject eu-west-1', '"eu-west-1" belongs to no option'],
  ['ask --policy a --action s3:PutObject --csv', "Unknown option '--csv'."],
  ['judge --policy a --fact aws:PrincipalOrgID x', '--fact aws:PrincipalOrgID: write it as'],
  ['check', 'Name the policies to check'],
])('"%s" is refused: %s', (line, message) => {
  expect(() => read(line)).toThrow(UsageError)
  expect(() => read(line)).toThrow(message)
})
