import { expect, test } from 'vitest'
import { afterFifthColon } from './variables.ts'
import { arnGlob, matches } from './wildcard.ts'

// biome-ignore format: a table, with a row for each line
test.each([
  ['', '', true], ['', 'a', false], ['a', 'a', true], ['a', 'ab', false], ['ab', 'a', false], ['?', '', false], ['?', 'a', true], ['?', 'ab', false],
  ['a?', 'a', false], ['?a', 'ba', true], ['?a', 'bb', false], ['*', '', true], ['**', 'a', true], ['a*', 'ba', false], ['*a', 'ab', false],
  ['a*a', 'a', false], ['a*a', 'aa', true], ['ab*ba', 'abba', true], ['*a*', 'bab', true], ['*a*', 'bbb', false], ['*a*b*', 'ba', false],
  ['*a*a*', 'ba', false], ['*ab*ab*', 'aab', false], ['*ab*ab*', 'abab', true], ['a*b*c', 'abc', true], ['a*b*c', 'ac', false], ['a*bc*c', 'abc', false],
  ['*?', '', false], ['*?', 'a', true], ['?*?', 'a', false], ['?*?', 'ab', true], ['*?b*', 'b', false], ['*?b*', 'ab', true], ['*a?', 'aab', true],
  ['*a?c*', 'xabc', true], ['*a?c*', 'abca', true], ['*??*', 'a', false], ['a*?', 'a', false], ['x*a', 'a', false], ['*a?b', 'aaab', true],
  ['\ufdd0*', '*a', true], ['\ufdd0*', 'aa', false], ['\ufdd1?', '?a', true], ['\ufdd1?', 'aa', false], ['a\ufdd0', 'a*', true],
])('%s and "%s": %s', (pattern, text, isMatch) => {
  expect(matches(pattern, text)).toBe(isMatch)
})

// biome-ignore format: a table, with a row for each line
test.each([
  ['arn:aws:s3:::a', 'arn:aws:s3:::a', true], ['arn:aws:s3:::*', 'arn:aws:s3:::a:b', true], ['arn:aws:*', 'arn:aws:s3:::a', true],
  ['arn:*:s3:::a', 'arn:aws:x:s3:::a', false], ['arn:aws:iam::*:role/x', 'arn:aws:iam::1:role/x', true], ['arn:aws:iam::1:*:x', 'arn:aws:iam::1:2:x', true],
  ['arn:aws:s3:::a*', 'arn:aws:s3::', false], ['arn:aws:s3:::*', 'arn:aws:s3::', false], ['arn:aws:s3:::a', 'arn:aws:s3:::a:b', false], ['*:*:*:*:*:*', 'a:b:c:d:e:f:g', true],
  ['*:*:*:*:*:f', 'a:b:c:d:e:g', false],
])('the ARN %s and %s: %s', (pattern, arn, isMatch) => {
  expect(arnGlob(pattern)(arn)).toBe(isMatch)
})

test.each([
  ['arn:aws:s3:::a:b', 13],
  ['arn:aws:iam::${aws:PrincipalAccount}:role/a', 37],
  ['arn:aws:s3', 10],
  ['a:b:c:d:{e:f}', 11],
  ['${a:b}', 6],
])('the fifth colon of %s ends at %i', (arn, place) => {
  expect(afterFifthColon(arn)).toBe(place)
})

// As a regular expression that may go back, this would not end before the test's limit.
test('finds no colon in a long text', () => {
  expect(afterFifthColon('${a}'.repeat(50_000))).toBe(200_000)
  expect(afterFifthColon('${'.repeat(200_000))).toBe(400_000)
})
