import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { packKit } from './pack-kit.ts'

test('the same files give the same archive, in any order', () => {
  const texts = {
    VERSION: '1.2.3\n',
    'CHANGELOG.md': '# ö\n',
    'LICENSE.md': 'x',
    'README.md': 'y',
    'a/b.tf': 'z',
  }
  const entries = Object.entries(texts).map(([path, text]) => ({
    path,
    bytes: new TextEncoder().encode(text),
  }))
  const archive = packKit(entries, 'A Kit')
  expect(packKit(entries.toReversed(), 'A Kit')).toEqual(archive)
  const unpacked = Object.entries(unzipSync(archive.bytes)).map(([path, data]) => [
    path,
    Buffer.from(data).toString(),
  ])
  expect(Object.fromEntries(unpacked)).toEqual(
    Object.fromEntries(Object.entries(texts).map(([path, text]) => [`a-kit-1.2.3/${path}`, text])),
  )
})
