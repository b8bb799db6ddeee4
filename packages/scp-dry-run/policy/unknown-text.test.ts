import { expect, test } from 'vitest'
import { anyText, arnWithoutPath, matchesUnknown } from './unknown-text.ts'

const place = { partition: 'aws', account: '111122223333' }
const role = (name: string) => arnWithoutPath('role', place, name)

test.each<[pattern: string, name: string, matches: boolean | null]>([
  ['*', 'deploy', true],
  ['arn:aws:iam::*:role/*', 'deploy', true],
  ['arn:aws:iam::111122223333:role/*deploy', 'deploy', true],
  ['arn:aws:iam::*:root', 'deploy', false],
  ['arn:aws:iam::111122223333:user/*', 'deploy', false],
  // A path may contain a colon. ArnLike compares the parts of an ARN one by one.
  ['arn:aws:iam::*:user/*', 'deploy', null],
  ['*:user/*', 'deploy', null],
  ['arn:aws:iam::999999999999:role/*', 'deploy', false],
  ['arn:aws:iam::*:role/*/build', 'deploy', false],
  ['arn:aws:iam::*:role/deploy', 'deploy', null],
  ['arn:aws:iam::*:role/a/deploy', 'deploy', null],
  ['arn:aws:iam::*:role/a/*', 'deploy', null],
  ['arn:aws:iam::*:role/*/deploy', 'deploy', null],
  ['arn:aws:iam::*:role/d*', 'deploy', null],
  ['arn:aws:iam::*:role/????????', 'deploy', null],
  ['arn:aws:iam::*:role/???', 'deploy', false],
  ['arn:aws:iam::*:role/aws-reserved/*', 'AWSReservedSSO_Admin_0a', true],
  [
    'arn:aws:iam::*:role/aws-reserved/sso.amazonaws.com/*AWSReservedSSO_Admin_*',
    'AWSReservedSSO_Admin_0a',
    true,
  ],
  ['arn:aws:iam::*:role/aws-reserved/sso.amazonaws.com/eu-west-1/*', 'AWSReservedSSO_Admin_0a', null],
  ['arn:aws:iam::111122223333:role/deploy/*', 'AWSReservedSSO_Admin_0a', false],
])('whether %s matches the role %s of any path: %s', (pattern, name, matches) => {
  expect(matchesUnknown(pattern, role(name))).toBe(matches)
})

const paths = ['', 'a/', 'b/', 'a/b/', 'b/a/', 'ab/', 'a/a/']
const texts = ['a', 'b', '/', 'ab', 'ba', 'aab', 'a/b']

// A path that no letter of the pattern is in, and one as long as the pattern, refute that all match.
test.each([
  ['a path', '…/a', [...paths, 'xxxxxx/', 'x/'].map((path) => `${path}a`)],
  ['a text before others', `${anyText}ab`, [...texts, 'xxxxxx', 'x'].map((text) => `${text}ab`)],
  ['a text after another', `a${anyText}`, [...texts, 'xxxxxx', 'x'].map((text) => `a${text}`)],
])('a null is right for %s: something matches, and something else does not', (_, text, filled) => {
  const glob = (pattern: string) =>
    new RegExp(
      `^${pattern
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '.*')
        .replaceAll('?', '.')}$`,
    )
  const letters = ['a', 'b', '/', '*', '?']
  const patterns = ['']
  for (let length = 0; length < 5; length++)
    for (const pattern of patterns.filter((one) => one.length === length))
      for (const letter of letters) patterns.push(pattern + letter)
  for (const pattern of patterns) {
    const answer = matchesUnknown(pattern, text)
    const matching = filled.map((one) => glob(pattern).test(one))
    if (answer === true) expect(matching, pattern).not.toContain(false)
    else if (answer === false) expect(matching, pattern).not.toContain(true)
    else expect(matching, pattern).toContain(false)
  }
})

test('a long pattern of stars takes no time by its square of squares', () => {
  expect(matchesUnknown('*a'.repeat(1000), role('b'.repeat(64)))).toBe(false)
})
