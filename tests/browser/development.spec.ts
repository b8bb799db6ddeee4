// `npm run dev` runs on a copy of the project, because these tests edit its files.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { labels } from '#content/labels.ts'
import { inputProblems } from '#content/messages.ts'
import { purchase } from '#content/purchase.ts'
import { copyProject, type ProjectCopy } from '../support/project-copy.ts'
import { type DevelopmentServer, startDevelopment } from './development-server.ts'
import { untilListening } from './listening.ts'

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

function edit(file: string, from: string, to: string) {
  const full = path.join(project.path, file)
  const text = readFileSync(full, 'utf8')
  expect(text).toContain(from)
  writeFileSync(full, text.replace(from, to))
}

/** Opens a new page. The server needs a moment to notice it. */
const untilServed = (page: Page, address: string) =>
  expect.poll(async () => (await page.goto(url + address))?.status()).toBe(200)

/** Opens the dialog, types a name and waits for React. */
async function typeName(page: Page) {
  await untilListening(page, () => page.goto(url))
  await page.getByRole('banner').getByRole('button', { name: labels.bar.buy }).click()
  await page.getByRole('textbox', { name: purchase.form.name }).fill('Ada')
  await page.locator('dialog astro-island:not([ssr])').waitFor({ state: 'attached' })
}

test('React hydrates the first page after the start of development, and no request fails', async ({
  page,
}) => {
  const failed: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`)
  })
  await typeName(page)
  await page.getByRole('dialog').getByRole('button', { name: purchase.form.submit }).click()
  await expect(page.locator('[data-sonner-toast]')).toContainText(inputProblems.required.title)
  expect(failed).toEqual([])
})

test('an unknown address is a 404, and an unknown post has its own page', async ({ page }) => {
  expect((await page.goto(`${url}/nowhere`))?.status()).toBe(404)
  await expect(page.getByText(labels.notFound.text)).toBeVisible()
  expect((await page.goto(`${url}/blog/no-such-post`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(labels.post.notFound.heading)
})

test('a change of an island is shown, and typed text is kept', async ({ page }) => {
  await typeName(page)
  edit('site/checkout/terms.tsx', '{purchase.secure}', 'You pay on an edited page.')
  await expect(page.getByRole('dialog')).toContainText('You pay on an edited page')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('textbox', { name: purchase.form.name })).toHaveValue('Ada')
})

test('a change of a section, of a style and of the content is shown', async ({ page }) => {
  await untilListening(page, () => page.goto(url))
  await untilListening(page, async () => {
    edit('site/home/closing.tsx', '{closing.heading}', 'Edited section')
    await expect(page.getByText('Edited section')).toBeAttached()
  })
  edit('brand/button.css', '.button {', '.button {\n  outline: 7px solid red;')
  await expect(page.getByRole('banner').getByRole('button', { name: labels.bar.buy })).toHaveCSS(
    'outline-width',
    '7px',
  )
  edit('content/home/hero.ts', 'lead: ', "lead: 'Edited content. ' + ")
  await expect(page.getByText('Edited content.')).toBeVisible()
})

test('a change of a content file is shown in a section, although an island that imports it has been loaded', async ({
  page,
}) => {
  const write = (file: string, text: string) => writeFileSync(path.join(project.path, file), text)
  write('content/both.ts', "export const both = { text: 'First text' }\n")
  write(
    'site/both.tsx',
    `import { useState } from 'react'
import { both } from '#content/both.ts'
import { island } from './island.tsx'

export const Section = () => <p>Section: {both.text}</p>
export const Island = island(() => {
  const [presses, setPresses] = useState(0)
  return <button onClick={() => setPresses(presses + 1)}>{both.text} {presses}</button>
})
`,
  )
  write(
    'site/pages/both.astro',
    `---
import Page from '../layouts/page.astro'
import { Island, Section } from '../both.tsx'
---

<Page title="Both" description="A page for a test." noindex><h1>Both</h1><Section /><Island client:intent /></Page>
`,
  )
  await untilServed(page, '/both')
  await untilListening(page, () => page.goto(`${url}/both`))
  await page.getByRole('button', { name: 'First text 0' }).click()
  await expect(page.getByRole('button', { name: 'First text 1' })).toBeVisible()
  edit('content/both.ts', 'First text', 'Second text')
  await expect(page.getByText('Section: Second text')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Second text' })).toBeVisible()
})

test('a change of a post is shown', async ({ page }) => {
  const [post = ''] = readdirSync('content/posts').filter((name) =>
    readFileSync(`content/posts/${name}`, 'utf8').includes('\n## '),
  )
  await untilListening(page, () => page.goto(`${url}/blog/${path.parse(post).name}`))
  edit(`content/posts/${post}`, '\n## ', '\nEdited post.\n\n## ')
  await expect(page.getByText('Edited post.')).toBeVisible()
})

test('the first press on an island counts once, before and after React hydrates it', async ({ page }) => {
  const write = (file: string, text: string) => writeFileSync(path.join(project.path, file), text)
  write(
    'site/scratch.tsx',
    `import { useState } from 'react'
import { island } from './island.tsx'

export const Scratch = island(() => {
  const [presses, setPresses] = useState(0)
  return <div role="button" tabIndex={0} onClick={() => setPresses(presses + 1)}><svg width="40" height="40" /> {presses} presses</div>
})
`,
  )
  write(
    'site/pages/scratch.astro',
    `---
import Page from '../layouts/page.astro'
import { Scratch } from '../scratch.tsx'
---

<Page title="Scratch" description="A page for a test." noindex><h1>Scratch</h1><Scratch client:intent /></Page>
`,
  )
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>()
  await page.route('**/scratch.tsx*', async (route) => {
    await pressed
    await route.continue()
  })
  await untilServed(page, '/scratch')
  const scratch = page.getByRole('main').getByRole('button')
  await scratch.click({ position: { x: 20, y: 20 } })
  await expect(scratch).toHaveText('0 presses')
  press()
  await expect(scratch).toHaveText('1 presses')
  await scratch.click()
  await expect(scratch).toHaveText('2 presses')
})
