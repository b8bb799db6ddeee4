import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeFormerDatabases } from './backup.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'former-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const write = (...names: string[]) => {
  for (const name of names) writeFileSync(path.join(dataDir, name), '')
}

test('databases that a restore replaced are removed, and the one in use stays', () => {
  write(
    'shop.db',
    'shop.db-wal',
    'link-secret',
    'shop.db.before-restore-1000',
    'shop.db.before-restore-1000-wal',
  )
  write('shop.db.before-restore-2000')
  expect(removeFormerDatabases(dataDir, 2000)).toBe(2)
  expect(readdirSync(dataDir).sort()).toEqual([
    'link-secret',
    'shop.db',
    'shop.db-wal',
    'shop.db.before-restore-2000',
  ])
  expect(removeFormerDatabases(dataDir)).toBe(1)
  expect(removeFormerDatabases(path.join(dataDir, 'none'))).toBe(0)
})
