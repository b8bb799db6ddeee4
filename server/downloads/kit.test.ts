import { createHash } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packKit, packSample, versionOf } from 'kit-reader/archive'
import { type KitEntry, readKitFolder } from 'kit-reader/files'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sample } from '#content/sample.ts'
import { site } from '#content/site.ts'
import { words } from '#content/words.ts'
import { loadKit } from './kit.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'kit-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test("the seller's archive has its name, size and digest", async () => {
  const kitFile = path.join(dataDir, 'the kit-2.4.0.zip')
  const bytes = Buffer.from('x'.repeat(200_000))
  writeFileSync(kitFile, bytes)
  expect(await loadKit({ kitFile, livemode: true, dataDir })).toEqual({
    path: kitFile,
    fileName: 'the kit-2.4.0.zip',
    version: versionOf(readKitFolder()),
    bytes: 200_000,
    mtimeMs: statSync(kitFile).mtimeMs,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sample: false,
  })
})

test('a missing, empty or invalid archive stops the start with a clear message', async () => {
  const missing = path.join(dataDir, 'missing.zip')
  await expect(loadKit({ kitFile: missing, livemode: true, dataDir })).rejects.toThrow(
    `KIT_FILE ${missing} does not exist`,
  )
  const empty = path.join(dataDir, 'empty.zip')
  writeFileSync(empty, '')
  await expect(loadKit({ kitFile: empty, livemode: true, dataDir })).rejects.toThrow(`KIT_FILE ${empty} does`)
  const folder = path.join(dataDir, 'folder.zip')
  mkdirSync(folder)
  await expect(loadKit({ kitFile: folder, livemode: true, dataDir })).rejects.toThrow(
    `KIT_FILE ${folder} does`,
  )
})

test("in test mode, buyers get the sample and never the seller's archive", async () => {
  const kitFile = path.join(dataDir, 'kit.zip')
  writeFileSync(kitFile, 'the kit')
  const kit = await loadKit({ kitFile, livemode: false, dataDir })
  expect(kit.sample).toBe(true)
  expect(kit.path).not.toBe(kitFile)
})

test.each([
  { name: 'the folder kit', livemode: true, pack: (kit: KitEntry[]) => packKit(kit, site.name) },
  {
    name: 'the sample',
    livemode: false,
    pack: (kit: KitEntry[]) => packSample(kit, { ...sample, product: site.name, words: words.sample }),
  },
])('without KIT_FILE, the download is $name, packed into the data folder', async ({ livemode, pack }) => {
  const folder = path.join(dataDir, 'new')
  const kit = await loadKit({ kitFile: null, livemode, dataDir: folder })
  const { name, bytes } = pack(readKitFolder())
  expect(kit).toMatchObject({ path: path.join(folder, name), fileName: name, sample: !livemode })
  expect(kit.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(kit.bytes).toBe(bytes.length)
  // The archive may be the first file in this folder, which will also hold the orders.
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('only its owner can read the packed archive, also one that an earlier version wrote', async () => {
  const modeOf = async () => {
    const { path: file } = await loadKit({ kitFile: null, livemode: true, dataDir })
    return { file, mode: statSync(file).mode & 0o777 }
  }
  const { file, mode } = await modeOf()
  expect(mode).toBe(0o600)
  chmodSync(file, 0o644)
  expect((await modeOf()).mode).toBe(0o600)
})

test('a damaged archive is packed again', async () => {
  const first = await loadKit({ kitFile: null, livemode: true, dataDir })
  writeFileSync(first.path, 'torn')
  const again = await loadKit({ kitFile: null, livemode: true, dataDir })
  expect(again).toEqual({ ...first, mtimeMs: expect.any(Number) })
  expect(readFileSync(again.path)).toHaveLength(first.bytes)
  expect(readdirSync(dataDir).filter((name) => name.endsWith('.tmp'))).toEqual([])
})
