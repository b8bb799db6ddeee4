import { expect, test } from 'vitest'
import { databaseRemedy } from './open.ts'

const remedyOf = (databaseUrl: string | null) => databaseRemedy({ databaseUrl, dataDir: '/data' })

test('the remedy names PGPASSWORD if DATABASE_URL has no password, and the file if there is no DATABASE_URL', () => {
  expect(remedyOf('postgres://shop@db/shop')).toContain('set PGPASSWORD')
  expect(remedyOf('postgres://shop:secret@db/shop')).not.toContain('PGPASSWORD')
  expect(remedyOf(null)).toContain('/data/shop.db')
})
