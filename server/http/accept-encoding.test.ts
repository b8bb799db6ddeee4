import { expect, test } from 'vitest'
import { rankCodings } from './accept-encoding.ts'

test.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['gzip', ['gzip', 'identity']],
  ['x-gzip', ['gzip', 'identity']],
  ['GZIP;q=1.0, BR;q=0.5', ['gzip', 'br', 'identity']],
  ['br;q=0, gzip', ['gzip', 'identity']],
  ['br;q=0, *', ['gzip', 'identity']],
  ['*;q=0', ['identity']],
  ['identity;q=0.9, gzip;q=0.2', ['identity', 'gzip']],
  ['identity;q=0, br', ['br', 'identity']],
  ['br;q=nonsense, gzip', ['gzip', 'identity']],
  ['deflate', ['identity']],
])('the codings for %j are %j', (header, ranked) => {
  expect(rankCodings(header)).toEqual(ranked)
})
