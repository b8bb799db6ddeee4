import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadKit } from './kit.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'kit-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test("the seller's archive: its name, size and digest", async () => {
  const kitFile = path.join(dataDir, 'the kit-2.4.0.zip')
  const bytes = Buffer.from('x'.repeat(200_000))
  writeFileSync(kitFile, bytes)
  expect(await loadKit({ kitFile, livemode: true, dataDir })).toEqual({
    path: kitFile,
    fileName: 'the kit-2.4.0.zip',
    bytes: 200_000,
    mtimeMs: statSync(kitFile).mtimeMs,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sample: false,
  })
})

test('a missing, empty or odd one stops the start and says which', async () => {
  const missing = path.join(dataDir, 'missing.zip')
  await expect(loadKit({ kitFile: missing, livemode: true, dataDir })).rejects.toThrow(
    `KIT_FILE ${missing} is not there`,
  )
  const empty = path.join(dataDir, 'empty.zip')
  writeFileSync(empty, '')
  await expect(loadKit({ kitFile: empty, livemode: true, dataDir })).rejects.toThrow('is empty or not a file')
  const folder = path.join(dataDir, 'folder.zip')
  mkdirSync(folder)
  await expect(loadKit({ kitFile: folder, livemode: true, dataDir })).rejects.toThrow(
    'is empty or not a file',
  )
})

test('the archive of the seller is never delivered without real money', async () => {
  const kitFile = path.join(dataDir, 'kit.zip')
  writeFileSync(kitFile, 'the kit')
  const kit = await loadKit({ kitFile, livemode: false, dataDir })
  expect(kit.sample).toBe(true)
  expect(kit.path).not.toBe(kitFile)
})

test('the sample is a real archive that says what it is', async () => {
  const kit = await loadKit({ kitFile: null, livemode: false, dataDir: path.join(dataDir, 'new') })
  expect(kit.sample).toBe(true)
  // Whichever comes first makes the folder, and the orders will be in it.
  expect(statSync(path.dirname(kit.path)).mode & 0o777).toBe(0o700)
  const files = unzipSync(readFileSync(kit.path))
  const readme = Object.keys(files).find((name) => name.endsWith('/README.txt')) ?? ''
  expect(Buffer.from(files[readme] ?? []).toString()).toContain('This is a sample.')
  expect(Object.keys(files).length).toBeGreaterThan(5)
  expect(Object.values(files).every((bytes) => bytes.length > 0)).toBe(true)
})

test('the sample is the same after every start, in every time zone', async () => {
  const zone = process.env.TZ
  try {
    process.env.TZ = 'Asia/Tokyo'
    const first = await loadKit({ kitFile: null, livemode: false, dataDir })
    process.env.TZ = 'America/Los_Angeles'
    expect(
      await loadKit({ kitFile: null, livemode: false, dataDir: path.join(dataDir, 'other') }),
    ).toMatchObject({
      sha256: first.sha256,
    })
    writeFileSync(first.path, 'torn')
    const again = await loadKit({ kitFile: null, livemode: false, dataDir })
    expect(again).toEqual({ ...first, mtimeMs: expect.any(Number) })
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.tmp'))).toEqual([])
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})
