import type pg from 'pg'
import { expect, test } from 'vitest'
import { preparingPool } from './prepared-statements.ts'

/** Runs statements on a pool. @returns the name of each */
async function namesOf(...texts: string[]): Promise<(string | undefined)[]> {
  const names: (string | undefined)[] = []
  const query = async ({ name }: pg.QueryConfig) => {
    names.push(name)
    return { rows: [] }
  }
  const pool = { options: {}, connect: async () => ({ query, release: () => {} }), end: async () => {} }
  const client = await preparingPool(pool as unknown as pg.Pool).connect()
  for (const text of texts) await client.query(text, [1])
  return names
}

test('a statement has the same name in every process, and no other statement has it', async () => {
  const [a, b, again] = await namesOf('select $1', 'delete $1', 'select $1')
  expect(again).toBe(a)
  expect(b).not.toBe(a)
  expect(await namesOf('delete $1', 'select $1')).toEqual([b, a])
})
