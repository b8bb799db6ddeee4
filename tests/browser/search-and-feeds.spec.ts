// What search engines, link previews and feed readers get from the running shop. `npm test -- site` checks what the files say.
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { sample } from '#content/sample.ts'
import { meta, readSite } from '../../checks/site/read-site.ts'
import { kitFilePath, pages, sharePicturesPath } from '../../contract/paths.ts'

const { listed, posts } = readSite(path.resolve('build/client'))

test('each listed page has its own preview picture', () => {
  for (const page of listed) {
    const shared = sample.files.map(kitFilePath).includes(page.address) ? pages.files : page.address
    const picture = new URL(meta(page, 'og:image') ?? '').pathname
    expect(picture).toBe(`${sharePicturesPath}${shared.slice(1) || 'index'}.png`)
  }
})

test('files for programs have their types, and other websites can show the preview pictures', async ({
  request,
}) => {
  const types = {
    '/sitemap.xml': 'application/xml',
    '/rss.xml': 'application/xml',
    '/manifest.webmanifest': 'application/manifest+json',
    [`${posts[0]?.address}.md`]: 'text/markdown; charset=utf-8',
    [`${sharePicturesPath}index.png`]: 'image/png',
  }
  for (const [address, type] of Object.entries(types)) {
    const answer = await request.get(address)
    expect(answer.status(), address).toBe(200)
    expect(answer.headers()['content-type'], address).toBe(type)
  }
  const picture = await request.get(`${sharePicturesPath}index.png`)
  expect(picture.headers()).toMatchObject({
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
  })
})

test('the icons have the declared types and sizes', async ({ request }) => {
  const icon = await (await request.get('/favicon.ico')).body()
  expect([...icon.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0])
  const touch = await (await request.get('/apple-touch-icon.png')).body()
  expect(touch.subarray(1, 4).toString()).toBe('PNG')
  expect([touch.readUInt32BE(16), touch.readUInt32BE(20)]).toEqual([180, 180])
})
