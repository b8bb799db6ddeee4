// An author who edits texts while `npm run dev` runs sees each change and each mistake immediately.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { labels } from '#content/labels.ts'
import { copyProject, type ProjectCopy } from '../support/project-copy.ts'
import { type DevelopmentServer, startDevelopment } from './development-server.ts'
import { untilListening } from './listening.ts'

const [name = ''] = readdirSync('content/posts')
const post = `content/posts/${name}`
const address = `/blog/${path.parse(name).name}`
let project: ProjectCopy
let development: DevelopmentServer
let url: string

test.describe.configure({ mode: 'serial', timeout: 120_000 })

test.beforeAll(async () => {
  test.setTimeout(120_000)
  project = copyProject()
  development = await startDevelopment(project)
  url = development.url
})

test.afterAll(async () => {
  await development.stop()
  project.remove()
})

const write = (file: string, text: string) => writeFileSync(path.join(project.path, file), text)
const read = (file: string) => readFileSync(path.join(project.path, file), 'utf8')
const titled = (title: string) => read(post).replace(/^title: .*$/m, `title: ${title}`)

test('each of four edits of a post is shown when it is saved, not one edit later', async ({ page }) => {
  await untilListening(page, () => page.goto(url + address))
  for (const title of ['First edit', 'Second edit', 'Third edit', 'Fourth edit']) {
    await untilListening(page, async () => {
      write(post, titled(title))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    })
  }
})

test('a mistake in the header leaves the last good text in place until it is fixed', async ({ page }) => {
  await untilListening(page, () => page.goto(url + address))
  const corrected = titled('Corrected')
  write(post, titled('Mistaken').replace(/^title:/m, 'titel:'))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fourth edit')
  // Once in about 30 runs, Astro renders the page from the text before the change, and the next save shows the new one.
  await expect(async () => {
    write(post, corrected)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Corrected')
  }).toPass({ timeout: 60_000 })
})

test('a post without a header is published under the name of its file', async ({ page }) => {
  await untilListening(page, () => page.goto(`${url}/blog`))
  write('content/posts/bare.md', 'Nothing but text.\n')
  await page.getByRole('main').getByRole('link', { name: 'bare' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('bare')
  await expect(page.getByRole('main')).toContainText('Nothing but text.')
  await expect(page.getByRole('main')).not.toContainText(new RegExp(`undefined|null|\\b${labels.post.by} `))
})

test('a new page appears with its link in the footer, and disappears when its file is deleted', async ({
  page,
}) => {
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' })
  await untilListening(page, () => page.goto(`${url}/privacy`))
  await untilListening(page, async () => {
    write('content/pages/imprint.md', '---\ntitle: Imprint\nfooter: true\n---\nWho we are: {sellerName}.\n')
    await expect(link).toHaveAttribute('href', '/imprint')
  })
  await untilListening(page, () => page.goto(`${url}/imprint`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Imprint')
  rmSync(path.join(project.path, 'content/pages/imprint.md'))
  await expect(link).toHaveCount(0)
  expect((await page.goto(`${url}/imprint`))?.status()).toBe(404)
})

test('a changed value in content/site.ts appears in the legal texts that name it', async ({ page }) => {
  await untilListening(page, () => page.goto(`${url}/terms`))
  const changed = read('content/site.ts').replace(/(legalName: )'[^']*'/, "$1'Another Seller Ltd.'")
  // The page reloads for the file, and again for the text made from it. On a busy machine it can miss the second reload, because
  // it is not yet connected after the first. The next save shows the text.
  await expect(async () => {
    write('content/site.ts', changed)
    await expect(page.getByRole('main')).toContainText('Another Seller Ltd.')
  }).toPass({ timeout: 60_000 })
})
