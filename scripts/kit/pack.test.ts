import { unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { packKit } from './pack.ts'
import { type KitFile, readKit } from './read-kit.ts'

let kit: KitFile[]
beforeAll(async () => {
  kit = await readKit()
})

const textIn = (bytes: Uint8Array, name: string) => new TextDecoder().decode(unzipSync(bytes)[name])

test('the archive holds every file of the kit as it is, in one folder of its version', () => {
  const { name, bytes } = packKit(kit)
  const version = kit.find((file) => file.path === 'VERSION')?.text.trim()
  const root = `aws-multi-account-kit-${version}`
  expect(name).toBe(`${root}.zip`)
  expect(Object.keys(unzipSync(bytes))).toEqual(kit.map((file) => `${root}/${file.path}`))
  for (const file of kit) expect(textIn(bytes, `${root}/${file.path}`)).toBe(file.text)
  expect(textIn(bytes, `${root}/LICENSE.md`)).toContain('You may not')
})

test('the same kit is the same bytes, in every order and time zone', () => {
  const zone = process.env.TZ
  try {
    process.env.TZ = 'Asia/Tokyo'
    const first = packKit(kit).bytes
    process.env.TZ = 'America/Los_Angeles'
    expect(Buffer.from(packKit([...kit].reverse()).bytes).equals(Buffer.from(first))).toBe(true)
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})

test('another word in one file is another archive', () => {
  const changed = kit.map((file) => (file.path === 'README.md' ? { ...file, text: `${file.text} ` } : file))
  expect(Buffer.from(packKit(changed).bytes).equals(Buffer.from(packKit(kit).bytes))).toBe(false)
})

test.each(['VERSION', 'CHANGELOG.md', 'LICENSE.md'])('without %s there is no archive', (name) => {
  expect(() => packKit(kit.filter((file) => file.path !== name))).toThrow(`kit/${name} is missing`)
})
