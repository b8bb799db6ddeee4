import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { labels } from '#content/labels.ts'
import { purchase } from '#content/purchase.ts'
import { site } from '#content/site.ts'
import { functions } from '../contract/paths.ts'
import { openDatabase } from '../server/database/open.ts'
import { launchOptions } from '../tests/support/browsers.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { copyProject } from '../tests/support/project-copy.ts'
import { freePort, type ServerProcess, startScript, startServer } from '../tests/support/server-process.ts'

const guide = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8')

/** A recipe: its text, and the files that it tells a reader to add. */
function recipe(heading: string) {
  const [, rest = ''] = guide.split(`### ${heading}\n`)
  const [text = ''] = rest.split('\n### ')
  const blocks = [...text.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)]
  return { text, files: blocks.map(([, file = '', content = '']) => ({ file, content })) }
}
const page = recipe('Add a page')
const isle = recipe('Add an island')
const field = recipe('Add a field to the order')
const command = recipe('Add a command')

/** Code that a recipe tells a reader to write into a file that exists. @param start how the code begins */
function codeIn({ text }: { text: string }, start: string): string {
  const code = [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, one = '']) => one)
    .find((one) => one.startsWith(start))
  if (!code) throw new Error(`The recipe has no code that starts with "${start}".`)
  return code
}

const project = copyProject()
const data = path.join(project.path, 'data')
const running: Pick<ServerProcess, 'child' | 'ended'>[] = []

const script = (name: string) => path.join(project.path, name)
const run = (name: string, env: Record<string, string>) => {
  const started = startScript([script(name)], env)
  running.push(started)
  return started
}

/** Waits for an answer with this status. */
async function get(url: string, status: number): Promise<string> {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.status === status || tries === 200) {
      expect(`${url} ${answer?.status}`).toBe(`${url} ${status}`)
      return (await answer?.text()) ?? ''
    }
    await pause(200)
  }
}

async function expectNewPages(origin: string) {
  const imprint = await get(`${origin}/imprint`, 200)
  expect(imprint).toMatch(/<h1[^>]*>Imprint<\/h1>/)
  expect(imprint).toContain(`href="mailto:${site.emails.legal}"`)
  expect(imprint).toContain(site.seller.legalName)
  expect(imprint).toContain(
    'content="Who runs this shop, where the company is registered, and how to reach us by mail."',
  )
  const press = await get(`${origin}/press`, 200)
  expect(press).toMatch(/<h1[^>]*>Press<\/h1>/)
  expect(press).toContain(`<title>Press | ${site.name}</title>`)
  const sitemap = await get(`${origin}/sitemap.xml`, 200)
  for (const address of ['/imprint', '/press']) expect(sitemap).toContain(`${address}</loc>`)
  const footer = /<footer[\s\S]*<\/footer>/.exec(await get(`${origin}/`, 200))?.[0]
  expect(footer).toMatch(/<a href="\/imprint"[^>]*>Imprint<\/a>/)
  expect(footer).toMatch(/<a href="\/press"[^>]*>Press<\/a>/)
  await get(`${origin}/no-such-page`, 404)
}

/** Presses the island's button twice, the first time before React has loaded. */
async function expectIsland(address: string) {
  const browser = await chromium.launch(launchOptions())
  try {
    const view = await browser.newPage()
    await view.goto(address)
    await view.getByRole('button', { name: '0', exact: true }).click()
    await view.getByRole('button', { name: '1', exact: true }).click()
    await view.getByRole('button', { name: '2', exact: true }).waitFor()
  } finally {
    await browser.close()
  }
}

afterAll(async () => {
  for (const { child } of running) child.kill('SIGTERM')
  await Promise.all(running.map(({ ended }) => ended))
  project.remove()
})

function add({ files }: { files: { file: string; content: string }[] }) {
  for (const { file, content } of files) {
    mkdirSync(path.dirname(script(file)), { recursive: true })
    writeFileSync(script(file), content)
  }
}

/** Writes code before a text that a file has once. */
function insert(file: string, before: string, code: string) {
  const text = readFileSync(script(file), 'utf8')
  expect(text.split(before)).toHaveLength(2)
  writeFileSync(
    script(file),
    text.replace(before, () => `${code}\n${before}`),
  )
}

/** Follows the first recipe. Following it twice changes nothing. */
function addPages() {
  add(page)
  const settings = readFileSync(script('content/site.ts'), 'utf8')
  writeFileSync(
    script('content/site.ts'),
    settings.replace('footerLinks: []', () => codeIn(page, 'footerLinks:')),
  )
}

const addDraft = () =>
  writeFileSync(script('content/posts/unfinished.md'), '---\ntitle: Unfinished\ndraft: true\n---\n\nText\n')

beforeAll(() => {
  // The seller may have an imprint.
  rmSync(script('content/pages/imprint.md'), { force: true })
  expect(page.files.map(({ file }) => file)).toEqual(['content/pages/imprint.md', 'site/pages/press.astro'])
})

test('in development, the recipe in CONTRIBUTING.md adds a page while the server runs, and drafts are shown', async () => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  run('scripts/dev.mjs', { PORT: String(port), FUNCTIONS_PORT: String(await freePort()), DATA_DIR: data })
  await get(`${origin}/imprint`, 404)
  addPages()
  await expectNewPages(origin)
  addDraft()
  expect(await get(`${origin}/blog/unfinished`, 200)).toContain(labels.post.draft)
  expect(await get(`${origin}/blog/unfinished.md`, 200)).toContain('# Unfinished')
}, 180_000)

/** A post in a new category. */
const note = (title: string, day: string) =>
  `---\ntitle: ${title}\nexcerpt: ${title}, which says what we saw in the field, in a few more words than a reader needs.\ndate: ${day}\ncategory: Field Notes\n---\n\nWhat we saw.\n`

test("the recipe adds a command to the seller's command line", async () => {
  add(command)
  insert('operator/program.ts', 'import { type Io, localText, UsageError }', codeIn(command, 'import'))
  insert('operator/program.ts', '  return program\n', codeIn(command, 'addWaitingCommand('))
  const waiting = startScript([script('scripts/shop.mjs'), 'waiting'], { DATA_DIR: data })
  expect(await waiting.ended, waiting.output()).toBe(0)
  expect(waiting.output()).toContain('0 mails wait.')
}, 60_000)

/** Edits a file of the copy. @returns what undoes it */
function replace(file: string, before: string, after: string): () => void {
  const text = readFileSync(script(file), 'utf8')
  expect(text.split(before), file).toHaveLength(2)
  writeFileSync(
    script(file),
    text.replace(before, () => after),
  )
  return () => writeFileSync(script(file), text)
}

/** Starts the copy's server, buys, and stops it. @returns the answer's status */
async function buyOnce(folder: string, env: Record<string, string>, fields: Record<string, string>) {
  const server = await startServer(folder, env, script('server/main.ts'))
  try {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(fields)
    return (await fetch(server.url + functions.createCheckout, { method: 'POST', headers, body })).status
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
  }
}

test.each([
  ['SQLite', false],
  ['Postgres @long', true],
])(
  'the recipe adds a field to a shop that has orders: %s',
  async (_, onPostgres) => {
    const postgres = onPostgres ? await startPostgres() : null
    const databaseUrl = (await postgres?.createDatabase()) ?? null
    const folder = path.join(project.path, `field-${onPostgres}`)
    const env =
      databaseUrl === null
        ? {}
        : { DATABASE_URL: databaseUrl, LINK_SECRET: 'a key of the tests with forty-one letters' }
    const undo: (() => void)[] = []
    try {
      expect(await buyOnce(folder, env, { name: 'Ada', email: 'ada@example.com' })).toBe(200)

      add(field)
      const [inList, inImports] = [codeIn(field, "'002-"), codeIn(field, 'import * as')]
      undo.push(
        replace(
          'server/database/migrate.ts',
          `'001-first-release': firstRelease`,
          `'001-first-release': firstRelease, ${inList}`,
        ),
        replace(
          'server/database/migrate.ts',
          'import type { Schema }',
          `${inImports}\nimport type { Schema }`,
        ),
        replace(
          'server/database/schema.ts',
          '  name: string\n',
          `  name: string\n  ${codeIn(field, 'company: s')}\n`,
        ),
        replace(
          'contract/checkout.ts',
          '  name: { name:',
          `  company: { name: 'company', type: 'text', required: true },\n  name: { name:`,
        ),
        replace(
          'contract/checkout.ts',
          'buyer: { name, email: checked.email }',
          'buyer: { name, email: checked.email, company: plainText(input.company) }',
        ),
        replace(
          'content/purchase.ts',
          `name: '${purchase.form.name}',`,
          `name: '${purchase.form.name}', company: 'Company',`,
        ),
      )
      const grace = { name: 'Grace', email: 'grace@example.com', company: 'Eckert-Mauchly' }
      expect(await buyOnce(folder, env, grace)).toBe(200)
      const database = openDatabase({ dataDir: folder, databaseUrl })
      const orders = await database.selectFrom('orders').selectAll().orderBy('created_at').execute()
      await database.destroy()
      expect(orders).toMatchObject([{ name: 'Ada', company: '' }, grace])
    } finally {
      for (const undoOne of undo.reverse()) undoOne()
      rmSync(script('server/database/migrations/002-company.ts'), { force: true })
      await postgres?.stop()
    }
  },
  120_000,
)

test('in production, the page and the island are added, drafts are not published, and two posts make a category @long', async () => {
  const browser = startScript(['scripts/ensure-browser.ts'], {})
  expect(await browser.ended, browser.output()).toBe(0)
  addPages()
  addDraft()
  writeFileSync(script('content/posts/note-1.md'), note('A first note', '2026-02-01'))
  writeFileSync(script('content/posts/note-2.md'), note('A second note', '2026-02-03'))
  add(isle)
  insert('site/pages/press.astro', 'import Page from', codeIn(isle, 'import'))
  insert('site/pages/press.astro', '    <p><ButtonLink', codeIn(isle, '<'))
  const built = startScript([script('scripts/build.mjs')], {})
  expect(`${await built.ended}${built.output()}`).toMatch(/^0/)
  const port = await freePort()
  run('server/main.ts', { PORT: String(port), DATA_DIR: data })
  const origin = `http://localhost:${port}`
  await expectNewPages(origin)
  await expectIsland(`${origin}/press`)
  await get(`${origin}/blog/unfinished`, 404)
  await get(`${origin}/blog/unfinished.md`, 404)
  for (const list of ['/blog', '/sitemap.xml', '/feed.atom', '/feed.json', '/llms.txt'])
    expect(await get(origin + list, 200)).not.toMatch(/unfinished/i)
  const category = await get(`${origin}/blog/category/field-notes`, 200)
  expect(category).toMatch(/<h1[^>]*>Field Notes<\/h1>/)
  expect([...category.matchAll(/href="\/blog\/(note-\d)"/g)].map(([, id]) => id)).toEqual([
    'note-2',
    'note-1',
  ])
  expect(await get(`${origin}/sitemap.xml`, 200)).toContain(
    '/blog/category/field-notes</loc><lastmod>2026-02-03</lastmod>',
  )
  expect(await get(`${origin}/blog/note-1`, 200)).toContain('href="/blog/category/field-notes"')
  await get(`${origin}/blog/category/aws-best-practices`, 404)
  const checked = startScript([script('checks/site/check.ts'), path.join(project.path, 'build/client')], {})
  expect(`${await checked.ended}${checked.output()}`).toMatch(/^0[\s\S]* 0 problems/)
}, 600_000)
