import { expect, test } from 'vitest'
import { asShopError } from './failure.ts'

test.each([
  [{ errcode: 13 }, 'unavailable'],
  [{ errcode: 778 }, 'unavailable'],
  [{ code: '53100' }, 'unavailable'],
  [{ code: '57P01' }, 'unavailable'],
  [{ code: '57014' }, 'unavailable'],
  [{ code: '25P03' }, 'unavailable'],
  [{ code: 'ECONNRESET' }, 'unavailable'],
  [{ message: 'timeout exceeded when trying to connect' }, 'unavailable'],
  [{ message: 'Connection terminated unexpectedly' }, 'unavailable'],
  [{ message: 'Client has encountered a connection error and is not queryable' }, 'unavailable'],
  [{ errcode: 1 }, undefined],
  [{ code: '42P01' }, undefined],
])('a database that fails with %j: %s', (failure, code) => {
  const error = Object.assign(new Error('database or disk is full'), failure)
  expect(asShopError(error)?.code).toBe(code)
})
