import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { removeLeftovers } from './durable-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'leftovers-'))
const startedAt = Date.now() - 60_000
const make = (name: string, modified: number) => {
  writeFileSync(path.join(folder, name), 'half')
  utimesSync(path.join(folder, name), modified / 1000, modified / 1000)
}

beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('temporary files from before the start are removed, and nothing else', () => {
  const before = startedAt - 1000
  make('20261120-101500-receipt-1a2b3c4d.eml.4711.tmp', before)
  make('link-secret.4711.tmp', before)
  make('from-the-future.eml.4711.tmp', Date.now() + 3_600_000)
  make('20261120-101500-receipt-1a2b3c4d.eml', before)
  make('notes.tmp', before)
  make('being-written.eml.4712.tmp', startedAt + 1000)
  removeLeftovers(folder, startedAt)
  expect(readdirSync(folder).sort()).toEqual([
    '20261120-101500-receipt-1a2b3c4d.eml',
    'being-written.eml.4712.tmp',
    'notes.tmp',
  ])
})

test('a folder that is not there is no error', () => {
  expect(() => removeLeftovers(path.join(folder, 'none'))).not.toThrow()
})
