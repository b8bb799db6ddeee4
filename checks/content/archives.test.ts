import { globSync, statSync } from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import * as archive from 'kit-reader/archive'
import { type KitEntry, kitFolder, readKitFolder } from 'kit-reader/files'
import { expect, test } from 'vitest'
import { sample } from '#content/sample.ts'
import { site } from '#content/site.ts'
import { words } from '#content/words.ts'
import { fill } from '../../contract/fill.ts'

const packKit = (entries: KitEntry[]) => archive.packKit(entries, site.name)
const packSample = (entries: KitEntry[]) =>
  archive.packSample(entries, { ...sample, product: site.name, words: words.sample })
const kit = readKitFolder()
const textIn = (bytes: Uint8Array, name: string) => new TextDecoder().decode(unzipSync(bytes)[name])
const version = textOf('VERSION').trim()

function textOf(name: string): string {
  return Buffer.from(kit.find((entry) => entry.path === name)?.bytes ?? []).toString()
}

test('the archive has every file of the kit unchanged, in one folder named after the version', () => {
  const { name, bytes } = packKit(kit)
  const root = name.replace(/\.zip$/, '')
  expect(name.endsWith(`-${version}.zip`)).toBe(true)
  const files = globSync(['**/*', '**/.*'], { cwd: kitFolder }).filter((name) =>
    statSync(path.join(kitFolder, name)).isFile(),
  )
  expect(Object.keys(unzipSync(bytes))).toEqual([...new Set(files)].sort().map((name) => `${root}/${name}`))
  for (const entry of kit)
    expect(
      Buffer.from(entry.bytes).equals(unzipSync(bytes)[`${root}/${entry.path}`] ?? Buffer.alloc(0)),
    ).toBe(true)
})

test.each([
  ['kit', packKit],
  ['sample', packSample],
])('the same %s gives the same bytes, in every order and time zone', (_, pack) => {
  const zone = process.env.TZ
  try {
    process.env.TZ = 'Asia/Tokyo'
    const first = pack(kit).bytes
    process.env.TZ = 'America/Los_Angeles'
    expect(Buffer.from(pack(kit.toReversed()).bytes).equals(Buffer.from(first))).toBe(true)
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})

test('a change of one character in one file changes both archives', () => {
  const changed = kit.map((entry) =>
    entry.path === 'README.md' ? { ...entry, bytes: Buffer.from(`${textOf('README.md')} `) } : entry,
  )
  for (const pack of [packKit, packSample])
    expect(Buffer.from(pack(changed).bytes).equals(Buffer.from(pack(kit).bytes))).toBe(false)
})

test.each(['VERSION', 'CHANGELOG.md', 'LICENSE.md'])('without %s there is no archive', (name) => {
  expect(() => packKit(kit.filter((entry) => entry.path !== name))).toThrow(`kit/${name} is missing`)
})

test('the sample has some complete files and a text that describes them', () => {
  const { name, bytes } = packSample(kit)
  const root = `${packKit(kit).name.replace(/\.zip$/, '')}-sample`
  expect(name).toBe(`${root}.zip`)
  expect(sample.files.length).toBeGreaterThan(0)
  expect(Object.keys(unzipSync(bytes)).toSorted()).toEqual(
    ['SAMPLE.txt', ...sample.files, ...sample.module].map((name) => `${root}/${name}`).toSorted(),
  )
  for (const name of sample.files) expect(textIn(bytes, `${root}/${name}`)).toBe(textOf(name))
  expect(textIn(bytes, `${root}/SAMPLE.txt`)).toContain(
    fill(words.sample.about, {
      samples: sample.files.length + sample.module.length,
      files: kit.length,
    }),
  )
})

test.skipIf(sample.module.length === 0)(
  'the sample has one whole module, and its Makefile tests no other',
  () => {
    const names = Object.keys(unzipSync(packSample(kit).bytes)).map((name) => name.replace(/^[^/]+\//, ''))
    const folder = 'team-infrastructure/ecs-service'
    const whole = kit.map((entry) => entry.path).filter((name) => name.startsWith(`${folder}/`))
    expect(names.filter((name) => name.startsWith(`${folder}/`)).toSorted()).toEqual(whole.toSorted())
    // The Makefile tests the folders that have this file.
    expect(names.filter((name) => name.endsWith('/versions.tf'))).toEqual([`${folder}/versions.tf`])
    expect(textOf('Makefile')).toContain('$(wildcard $(addsuffix /versions.tf,')
  },
)

test('a sample file that is not in the kit is refused, and the error names it', () => {
  const [first = ''] = sample.files
  expect(() => packSample(kit.filter((entry) => entry.path !== first))).toThrow(
    `content/sample.ts names ${first}, which kit/ does not have`,
  )
})
