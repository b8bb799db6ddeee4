import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Root } from 'hast'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../../tests/support/server-process.ts'
import { pictureSizes } from './picture-sizes.ts'
import { plugins } from './plugins.ts'
import { element } from './tree.ts'

const folder = temporaryDirectory()
beforeAll(async () => {
  mkdirSync(path.join(folder.path, 'posts'))
  const create = { width: 30, height: 20, channels: 3, background: 'white' } as const
  await sharp({ create }).png().toFile(path.join(folder.path, 'posts/a b.png'))
  // A photo that a telephone took upright: its pixels lie on their side.
  await sharp({ create })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toFile(path.join(folder.path, 'upright.jpg'))
  writeFileSync(path.join(folder.path, 'text.png'), 'text')
})
afterAll(() => folder.remove())

async function sizeOf(src: string) {
  const picture = element('img', { src })
  const tree: Root = { type: 'root', children: [element('p', {}, picture)] }
  await pictureSizes(folder.path)(tree)
  return [picture.properties.width, picture.properties.height]
}

test.each([
  ['/posts/a%20b.png', 30, 20],
  ['/upright.jpg', 20, 30],
  ['https://example.com/posts/a%20b.png', undefined, undefined],
  ['//example.com/posts/a%20b.png', undefined, undefined],
])('the size of %s is %s × %s', async (src, width, height) => {
  expect(await sizeOf(src)).toEqual([width, height])
})

test.each(['/none.png', '/text.png', 'a b.png', '/posts/100%.png'])('%s is refused', async (src) => {
  await expect(sizeOf(src)).rejects.toThrow(`There is no picture ${src}. Put it into content/public, `)
})

test('a picture does not compete with the text above it', async () => {
  const picture = element('img', { src: 'https://example.com/a.png' })
  await pictureSizes(folder.path)({ type: 'root', children: [picture] })
  expect(picture.properties.fetchPriority).toBe('low')
})

test('texts are rendered with the plugin', () => {
  expect(plugins.rehypePlugins).toContain(pictureSizes)
})
