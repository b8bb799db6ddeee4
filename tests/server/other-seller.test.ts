// Another seller's shop: the content, colors and product of tests/other-seller with the code of this project. It is built,
// bought from and run, and nothing in it may be ours.
import { appendFileSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTheme } from '../../brand/theme.ts'
import { catalog } from '../../content/catalog.ts'
import { drawing } from '../../content/home/drawing.ts'
import { site as ours } from '../../content/site.ts'
import { formatUsd } from '../../contract/money.ts'
import { functions } from '../../contract/paths.ts'
import { copyAsOtherSeller } from '../support/other-seller.ts'
import { type ServerProcess, startScript, startServer } from '../support/server-process.ts'

const project = copyAsOtherSeller()
const inProject = (name: string) => path.join(project.path, name)
const read = (name: string) => readFileSync(inProject(name), 'utf8')
const page = (name: string) => read(`build/client/${name}`)
const dataDir = inProject('data')

interface Theirs {
  site: typeof ours
  catalog: typeof catalog
  hero: { buy: string }
  drawing: { resources: { id: string }[] }
}
const load = async <Name extends keyof Theirs>(file: string, name: Name): Promise<Theirs[Name]> =>
  (await import(inProject(`content/${file}`)))[name]
const theirs = await load('site.ts', 'site')
const theirCatalog = await load('catalog.ts', 'catalog')

const shades = (css: string) => Object.values(readTheme(css)).flatMap(({ light, dark }) => [light, dark])
const theirColors = shades(read('content/theme.css'))
/** Our names, prices and colors, as they could be left anywhere. */
const leftovers = new RegExp(
  [
    ...['\\bAWS\\b', 'Multi-Account', 'Terraform', '\\bconsultation\\b', 'Identity Center'],
    ...[ours.name, ours.seller.legalName, ...Object.values(ours.emails)],
    ...[catalog.priceCents, catalog.listPriceCents].flatMap((cents) => [
      formatUsd(cents).replace('$', '\\$'),
      String(cents),
    ]),
    ...shades(readFileSync(path.resolve(import.meta.dirname, '../../content/theme.css'), 'utf8')).filter(
      (color) => !theirColors.includes(color),
    ),
  ].join('|'),
  'i',
)

/** What is left of us in a text, with the words around it. */
function leftIn(where: string, text: string): string[] {
  const found = leftovers.exec(text)
  return found ? [`${where}: …${text.slice(Math.max(0, found.index - 60), found.index + 60)}…`] : []
}

let server: ServerProcess
const env = { SELLER_EMAIL: 'verkauf@nordwand.example' }
const buyer = { name: 'Łucja Öllinger', email: 'lucja@example.com' }
const post = (address: string, fields: Record<string, string> = {}) =>
  fetch(new URL(address, server.url), {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

async function build() {
  const run = startScript([inProject('scripts/build.mjs')], {})
  expect([await run.ended, run.output()]).toEqual([0, expect.anything()])
}

beforeAll(async () => {
  await build()
  server = await startServer(dataDir, env, inProject('server/main.ts'))
}, 480_000)

afterAll(async () => {
  server?.child.kill('SIGTERM')
  await server?.ended
  project.remove()
})

/** The mails whose file names contain `kind`, once there are as many. */
async function mails(kind: string, count = 1): Promise<Email[]> {
  const folder = path.join(dataDir, 'mail')
  const files = () => readdirSync(folder).filter((name) => name.includes(kind) && name.endsWith('.eml'))
  await expect.poll(files, { timeout: 30_000 }).toHaveLength(count)
  return Promise.all(files().map((name) => PostalMime.parse(readFileSync(path.join(folder, name)))))
}
const wholeMail = ({ subject, from, html, text }: Email) => [subject, from?.name, html, text].join('\n')

/** The seller's command line in that project. */
async function shop(...args: string[]) {
  const run = startScript([inProject('operator/cli.ts'), ...args], {
    ...env,
    DATA_DIR: dataDir,
    PUBLIC_URL: server.url,
  })
  return { code: await run.ended, output: run.output() }
}

test('nothing in the built site is ours', () => {
  const files = globSync('build/client/**/*.{html,txt,json,js,css,svg,md,atom,xml,webmanifest}', {
    cwd: project.path,
  })
  expect(files.length).toBeGreaterThan(30)
  expect(files.flatMap((file) => leftIn(file, read(file)))).toEqual([])
  for (const color of ['light', 'dark'] as const)
    expect(page('index.html')).toContain(`content="${readTheme(read('content/theme.css')).paper[color]}"`)
})

test('the pages have the name, the price, the language and the page of the other seller', () => {
  const home = page('index.html')
  expect(home).toContain(theirs.name)
  expect(home).toContain(formatUsd(theirCatalog.priceCents))
  for (const name of ['index.html', 'terms/index.html'])
    expect(page(name)).toContain(`<html lang="${theirs.language}"`)
  expect(page('imprint/index.html')).toContain(theirs.seller.legalName)
  expect(/<footer[\s\S]*<\/footer>/.exec(home)?.[0]).toMatch(/<a href="\/imprint"[^>]*>Impressum<\/a>/)
})

test('the drawing and its log show the list of the content', async () => {
  const home = page('index.html')
  for (const { id } of (await load('home/drawing.ts', 'drawing')).resources)
    expect(home).toContain(`data-of="${id}"`)
  expect(home).not.toContain('data-of="prod"')
  expect(home).not.toContain(drawing.spoken.sets.replace('{ids}', ''))
})

test('sections without content are gone', () => {
  for (const id of ['compare', 'customers']) expect(page('index.html')).not.toContain(`id="${id}"`)
})

test('it is bought: hosted page, mails, download page, archive and later mails', async () => {
  const started = await post(functions.createCheckout, buyer)
  const hosted = started.headers.get('location') ?? ''
  const pages = [await (await fetch(hosted)).text()]
  expect(pages[0]).toContain(theirs.name)
  expect(pages[0]).toContain(formatUsd(theirCatalog.priceCents))
  const paid = await post(hosted, { action: 'pay' })
  pages.push(await (await fetch(new URL(paid.headers.get('location') ?? '', server.url))).text())

  const [receipt] = await mails('receipt')
  const [sale] = await mails('sale')
  const text = receipt?.text ?? ''
  for (const line of [theirs.name, buyer.name, theirs.seller.taxId, theirs.emails.support])
    expect(text).toContain(line)
  expect(sale?.text).toContain(buyer.email)
  expect(receipt?.html).toContain(readTheme(read('content/theme.css')).action.light)

  const link = /http:\S+\/functions\/v1\/download\/\S+/.exec(text)?.[0] ?? ''
  pages.push(await (await fetch(link)).text())
  const file = await post(link)
  const disposition = decodeURIComponent(file.headers.get('content-disposition') ?? '')
  expect(disposition).toContain('übungsheft-für-cluster-3.1.0-sample.zip')
  const entries = unzipSync(new Uint8Array(await file.arrayBuffer()))
  expect(Object.keys(entries).map((name) => name.split('/').slice(1).join('/'))).toEqual(
    expect.arrayContaining(['SAMPLE.txt', 'README.md', 'LICENSE.md', 'manifeste/netz.yml']),
  )
  const decode = new TextDecoder()
  const archive = Object.entries(entries).flatMap(([name, bytes]) =>
    leftIn(name, name + decode.decode(bytes)),
  )

  await post(functions.resendLink, { email: buyer.email })
  const links = await mails('link')
  const opened = await (await fetch(hosted)).text()
  const seen = /name="refunds-seen" value="([^"]*)"/.exec(opened)?.[1] ?? ''
  await post(hosted, { action: 'refund', 'refunds-seen': seen })
  const later = [...links, ...(await mails('refund', 2))]
  pages.push(await (await fetch(link)).text(), await (await fetch(`${server.url}/sandbox/mail`)).text())

  const all = [receipt, sale, ...later].flatMap((mail) => (mail ? [wholeMail(mail)] : []))
  expect(all).toHaveLength(5)
  expect([
    ...pages.flatMap((html) => leftIn('page', html)),
    ...all.flatMap((mail) => leftIn('mail', mail)),
    ...leftIn('name of the archive', disposition),
    ...archive,
  ]).toEqual([])
}, 120_000)

test('the command line speaks of that shop', async () => {
  const list = await shop('orders', 'list')
  expect(list.output).toContain(buyer.email)
  const outputs = [
    list,
    await shop('orders', 'show', buyer.email),
    await shop('stats'),
    await shop('seats'),
    await shop('--help'),
  ]
  for (const { code } of outputs) expect(code).toBe(0)
  const doctor = await shop('doctor', '--all')
  expect(doctor.output).toContain(theirs.emails.support)
  expect([...outputs, doctor].flatMap(({ output }) => leftIn('command line', output))).toEqual([])
}, 120_000)

test('all lists may be empty: their sections are gone, and so are the links to them', async () => {
  const append = (name: string, text: string) => appendFileSync(inProject(`content/home/${name}.ts`), text)
  append('questions', '\nfaq.questions = []\n')
  append('features', '\nfeatures.compact = []\n')
  await build()
  const home = page('index.html')
  for (const id of ['features', 'faq']) {
    expect(home).not.toContain(`id="${id}"`)
    expect(home).not.toContain(`/#${id}"`)
  }
  expect(home).not.toContain('FAQPage')
  expect(page('llms.txt')).not.toContain('#faq')
}, 480_000)
