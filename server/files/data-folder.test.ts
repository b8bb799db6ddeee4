import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { dataFolderWarning } from './data-folder.ts'

test('a data folder that other users can open brings a warning with its remedy', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'data-folder-'))
  for (const mode of [0o755, 0o750, 0o701]) {
    chmodSync(dataDir, mode)
    expect(dataFolderWarning({ dataDir })?.remedy).toBe(`Close it to them: chmod 700 ${dataDir}`)
  }
  chmodSync(dataDir, 0o700)
  expect(dataFolderWarning({ dataDir })).toBeNull()
  rmSync(dataDir, { recursive: true })
  expect(dataFolderWarning({ dataDir })).toBeNull()
})
