import fs, { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeFolder, replaceDurably } from './durable-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'durable-'))

beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('after a power cut', () => {
  /** The names of synced files and folders under `folder`, in order. */
  const synced: string[] = []
  const real = { open: fs.openSync, sync: fs.fsyncSync, openAsync: fs.promises.open }
  beforeEach(() => {
    synced.length = 0
    const opened = new Map<number, string>()
    vi.spyOn(fs, 'openSync').mockImplementation((file, ...rest) => {
      const handle = real.open(file, ...rest)
      opened.set(handle, path.relative(folder, String(file)))
      return handle
    })
    vi.spyOn(fs.promises, 'open').mockImplementation(async (file, ...rest) => {
      const handle = await real.openAsync(file, ...rest)
      const sync = handle.sync.bind(handle)
      handle.sync = () => {
        synced.push(path.relative(folder, String(file)))
        return sync()
      }
      return handle
    })
    vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
      synced.push(opened.get(handle) ?? '')
      real.sync(handle)
    })
    syncBuiltinESMExports()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })

  test('a new folder exists, because the parent of each new folder is synced', () => {
    makeFolder(path.join(folder, 'data/mail'))
    expect(synced).toEqual(['data', ''])
    makeFolder(path.join(folder, 'data/mail'))
    expect(synced).toHaveLength(2)
    rmSync(path.join(folder, 'data'), { recursive: true })
  })

  test('files that are written at the same time exist, because each is synced, then their folder', async () => {
    const write = (name: string) => replaceDurably(path.join(folder, name), Buffer.from(name), 0o600)
    await Promise.all(['a', 'b', 'c'].map(write))
    expect(readdirSync(folder).sort()).toEqual(['a', 'b', 'c'])
    const files = synced.filter((name) => name !== '')
    expect(files.sort()).toEqual(['a', 'b', 'c'].map((name) => `${name}.${process.pid}.tmp`))
    expect(synced.at(-1)).toBe('')
  })

  test('nothing is left of a file that cannot be written', async () => {
    mkdirSync(path.join(folder, 'taken'))
    await expect(replaceDurably(path.join(folder, 'taken'), Buffer.from('x'), 0o600)).rejects.toThrow()
    expect(readdirSync(folder)).toEqual(['taken'])
  })
})
