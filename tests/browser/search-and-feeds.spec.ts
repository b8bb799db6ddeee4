// What search engines, link previews and feed readers get from the running shop. `npm test -- site` checks what the files say.
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { readSite } from '../../checks/site/read-site.ts'
import { sharePicturePath } from '../../contract/paths.ts'

const { posts } = readSite(path.resolve('build/client'))

test('files for programs have their types, and other websites can show the preview pictures', async ({
  request,
}) => {
  const types = {
    '/sitemap.xml': 'application/xml',
    '/rss.xml': 'application/xml',
    '/manifest.webmanifest': 'application/manifest+json',
    [`${posts[0]?.address}.md`]: 'text/markdown; charset=utf-8',
    [sharePicturePath]: 'image/png',
  }
  for (const [address, type] of Object.entries(types)) {
    const answer = await request.get(address)
    expect(answer.status(), address).toBe(200)
    expect(answer.headers()['content-type'], address).toContain(type)
  }
  const picture = await request.get(sharePicturePath)
  expect(picture.headers()).toMatchObject({
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
  })
  const bytes = await picture.body()
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  expect(bytes.length).toBeLessThan(300_000)
})

test('the icons have the declared types and sizes', async ({ request }) => {
  const icon = await (await request.get('/favicon.ico')).body()
  expect([...icon.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0])
  const touch = await (await request.get('/apple-touch-icon.png')).body()
  expect(touch.subarray(1, 4).toString()).toBe('PNG')
  expect([touch.readUInt32BE(16), touch.readUInt32BE(20)]).toEqual([180, 180])
})

test('former addresses lead to what is there now', async ({ request }) => {
  const now = {
    '/kit/draw': '/kit/docs-costs-md',
    '/kit/dry-run': '/scp-dry-run',
    '/feed.atom': '/rss.xml',
    '/feed.json': '/rss.xml',
    '/blog/category/security': '/blog',
    '/share/blog.png': '/share.png',
  }
  for (const [address, place] of Object.entries(now)) {
    const answer = await request.get(address, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location], address).toEqual([301, place])
    expect((await request.get(place)).status(), place).toBe(200)
  }
})
