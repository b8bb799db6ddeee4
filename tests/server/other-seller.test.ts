// Builds and runs another seller's shop, and buys from it. The shop has the content, colors and product of
// tests/other-seller, and this project's code. None of its texts may contain our names, prices or colors.
import { appendFileSync, existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { drawing } from '#content/home/drawing.ts'
import { site as ours } from '#content/site.ts'
import { readTheme } from '../../brand/theme.ts'
import { formatMoney, formatMoneyExact } from '../../contract/money.ts'
import { functions } from '../../contract/paths.ts'
import { copyAsOtherSeller } from '../support/other-seller.ts'
import { type ServerProcess, startScript, startServer } from '../support/server-process.ts'
import { shownPrice } from '../support/shown-price.ts'

const project = copyAsOtherSeller()
const pathOf = (name: string) => path.join(project.path, name)
const read = (name: string) => readFileSync(pathOf(name), 'utf8')
const page = (name: string) => read(`build/client/${name}`)
const dataDir = pathOf('data')

interface Content {
  site: typeof ours
  catalog: typeof catalog
  hero: { buy: string }
  drawing: { resources: { id: string }[] }
}
const load = async <Name extends keyof Content>(file: string, name: Name): Promise<Content[Name]> =>
  (await import(pathOf(`content/${file}`)))[name]
const theirs = await load('site.ts', 'site')
const theirCatalog = await load('catalog.ts', 'catalog')

const colorsOf = (css: string) => Object.values(readTheme(css)).flatMap(({ light, dark }) => [light, dark])
const theirColors = colorsOf(read('content/theme.css'))
/** Matches our names, prices and colors, which the other seller's shop must not contain. */
const ourContent = new RegExp(
  [
    ...[
      '\\$\\d\\d',
      '\\bUSD\\b',
      '\\bAWS\\b',
      'Multi-Account',
      'Terraform',
      '\\bconsultation\\b',
      'Identity Center',
    ],
    ...[ours.name, ours.seller.legalName, ...Object.values(ours.emails)],
    ...[catalog.priceCents, catalog.listPriceCents].flatMap((cents) => [
      shownPrice(cents).replace('$', '\\$'),
      String(cents),
    ]),
    ...colorsOf(readFileSync(path.resolve(import.meta.dirname, '../../content/theme.css'), 'utf8')).filter(
      (color) => !theirColors.includes(color),
    ),
  ].join('|'),
  'i',
)

/** Returns the first match of our content in a text, with the 60 characters before and after it. */
function findOurs(where: string, text: string): string[] {
  const found = ourContent.exec(text)
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
  const run = startScript([pathOf('scripts/build.mjs')], {})
  expect([await run.ended, run.output()]).toEqual([0, expect.anything()])
}

beforeAll(async () => {
  await build()
  server = await startServer(dataDir, env, pathOf('server/main.ts'))
}, 480_000)

afterAll(async () => {
  server?.child.kill('SIGTERM')
  await server?.ended
  project.remove()
})

/** Waits for `count` mails whose file names contain `kind`. */
async function mails(kind: string, count = 1, data = dataDir): Promise<Email[]> {
  const folder = path.join(data, 'mail')
  const files = () => readdirSync(folder).filter((name) => name.includes(kind) && name.endsWith('.eml'))
  await expect.poll(files, { timeout: 30_000 }).toHaveLength(count)
  return Promise.all(files().map((name) => PostalMime.parse(readFileSync(path.join(folder, name)))))
}
const wholeMail = ({ subject, from, html, text }: Email) => [subject, from?.name, html, text].join('\n')

/** Runs the command line of the other seller's project. */
async function runShop(...args: string[]) {
  const run = startScript([pathOf('operator/cli.ts'), ...args], {
    ...env,
    DATA_DIR: dataDir,
    PUBLIC_URL: server.url,
  })
  return { code: await run.ended, output: run.output() }
}

test('the built site has none of our names, prices and colors @long', () => {
  const files = globSync('build/client/**/*.{html,txt,json,js,css,svg,md,atom,xml,webmanifest}', {
    cwd: project.path,
  })
  expect(files.length).toBeGreaterThan(30)
  expect(files.flatMap((file) => findOurs(file, read(file)))).toEqual([])
  for (const color of ['light', 'dark'] as const)
    expect(page('index.html')).toContain(`content="${readTheme(read('content/theme.css')).paper[color]}"`)
})

test('no page has English words @long', () => {
  const files = globSync('build/client/**/*.html', { cwd: project.path })
  const found = files.flatMap((file) => {
    const html = read(file).replace(/<(script|style|code|pre)\b[\s\S]*?<\/\1>/g, ' ')
    const names = [...html.matchAll(/ (?:aria-label|title|alt|placeholder|content)="([^"]*)"/g)]
    const text = [html.replace(/<[^>]*>/g, ' '), ...names.map(([, name]) => name)].join('\n')
    const words = /.{0,40}\b(?:the|and|is|are|of|with|your|you|to|for|from|by|not|this)\b.{0,40}/i.exec(text)
    return words ? [`${file}: ${words[0]}`] : []
  })
  expect(found).toEqual([])
})

test("the pages have the other seller's name, price, language and imprint @long", () => {
  const home = page('index.html')
  expect(home).toContain(theirs.name)
  expect(home).toContain(formatMoney(theirCatalog.priceCents, 'eur', theirs.language))
  expect(home).toContain('"price":"79.00","priceCurrency":"EUR"')
  for (const name of ['index.html', 'terms/index.html'])
    expect(page(name)).toContain(`<html lang="${theirs.language}"`)
  expect(page('imprint/index.html')).toContain(theirs.seller.legalName)
  expect(/<footer[\s\S]*<\/footer>/.exec(home)?.[0]).toMatch(/<a href="\/imprint"[^>]*>Impressum<\/a>/)
})

test('a product without the folders of ours has no page that draws it @long', () => {
  expect(globSync('build/client/kit/draw*', { cwd: project.path })).toEqual([])
  for (const file of ['index.html', 'sitemap.xml', 'llms.txt']) expect(page(file)).not.toContain('/kit/draw')
})

test("the drawing and its log show the resources in the other seller's content @long", async () => {
  const home = page('index.html')
  for (const { id } of (await load('home/drawing.ts', 'drawing')).resources)
    expect(home).toContain(`data-of="${id}"`)
  expect(home).not.toContain('data-of="prod"')
  expect(home).not.toContain(drawing.spoken.sets.replace('{ids}', ''))
})

test('a file of the sample that is not text is a download, and has no page @long', () => {
  expect(readFileSync(pathOf('build/client/kit/download/docs-kurven-pdf.pdf'))).toEqual(
    readFileSync(pathOf('kit/docs/kurven.pdf')),
  )
  expect(existsSync(pathOf('build/client/kit/docs-kurven-pdf'))).toBe(false)
  for (const name of ['kit/files/index.html', 'kit/readme-md/index.html'])
    expect(page(name)).toContain('href="/kit/download/docs-kurven-pdf.pdf" download="kurven.pdf"')
})

test('sections without content are left out @long', () => {
  for (const id of ['compare', 'customers']) expect(page('index.html')).not.toContain(`id="${id}"`)
})

test("a purchase shows only the other seller's content: payment page, mails, download page, archive and later mails @long", async () => {
  const started = await post(functions.createCheckout, buyer)
  const hosted = started.headers.get('location') ?? ''
  const pages = [await (await fetch(hosted)).text()]
  expect(pages[0]).toContain(theirs.name)
  const price = formatMoneyExact(theirCatalog.priceCents, 'eur', theirs.language)
  expect(pages[0]).toContain(`Pay ${price}`)
  const paid = await post(hosted, { action: 'pay' })
  pages.push(await (await fetch(new URL(paid.headers.get('location') ?? '', server.url))).text())

  const [receipt] = await mails('receipt')
  const [sale] = await mails('sale')
  const text = receipt?.text ?? ''
  for (const line of [theirs.name, buyer.name, theirs.seller.taxId, theirs.emails.support, price])
    expect(text).toContain(line)
  expect(sale?.text).toContain(buyer.email)
  expect(sale?.subject).toContain(price)
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
  const oursInArchive = Object.entries(entries).flatMap(([name, bytes]) =>
    findOurs(name, name + decode.decode(bytes)),
  )

  await post(functions.resendLink, { email: buyer.email })
  const links = await mails('link')
  const opened = await (await fetch(hosted)).text()
  const seen = /name="refunds-seen" value="([^"]*)"/.exec(opened)?.[1] ?? ''
  await post(hosted, { action: 'refund', 'refunds-seen': seen })
  const laterMails = [...links, ...(await mails('refund', 2))]
  pages.push(await (await fetch(link)).text(), await (await fetch(`${server.url}/sandbox/mail`)).text())

  const allMails = [receipt, sale, ...laterMails].flatMap((mail) => (mail ? [wholeMail(mail)] : []))
  expect(allMails).toHaveLength(5)
  expect([
    ...pages.flatMap((html) => findOurs('page', html)),
    ...allMails.flatMap((mail) => findOurs('mail', mail)),
    ...findOurs('name of the archive', disposition),
    ...oursInArchive,
  ]).toEqual([])
}, 120_000)

test("the command line shows the other seller's names and orders, and none of ours @long", async () => {
  const list = await runShop('orders', 'list', '--wide')
  expect(list.output).toContain(buyer.email)
  expect(list.output).toContain(formatMoneyExact(theirCatalog.priceCents, 'eur', theirs.language))
  const outputs = [
    list,
    await runShop('orders', 'show', buyer.email),
    await runShop('stats'),
    await runShop('seats'),
    await runShop('--help'),
  ]
  for (const { code } of outputs) expect(code).toBe(0)
  const doctor = await runShop('doctor', '--all')
  expect(doctor.output).toContain(theirs.emails.support)
  expect([...outputs, doctor].flatMap(({ output }) => findOurs('command line', output))).toEqual([])
}, 120_000)

test('lists may be empty: their sections and the links to them are left out @long', async () => {
  const append = (name: string, text: string) => appendFileSync(pathOf(`content/home/${name}.ts`), text)
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

test('without the folder kit, the pages show no files, test orders get a text, and real money needs KIT_FILE @long', async () => {
  rmSync(pathOf('kit'), { recursive: true })
  const append = (name: string, text: string) => appendFileSync(pathOf(`content/${name}.ts`), text)
  append('sample', '\nsample.files = []\n')
  append('home/included', '\nfor (const card of included.cards) card.folders = []\n')
  await build()
  expect(globSync('build/client/**/kit{/**/*.*,-*}', { cwd: project.path })).toEqual([])
  for (const name of ['index.html', 'llms.txt', 'sitemap.xml']) expect(page(name)).not.toMatch(/\/kit[/-]/)
  expect(page('index.html')).not.toContain('id="files"')
  expect(await startScript([pathOf('checks/site/check.ts')], {}).ended).toBe(0)

  server.child.kill('SIGTERM')
  await server.ended
  const live = { ...env, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_URL: 'http://localhost:1' }
  const refused = startScript([pathOf('server/main.ts')], { ...live, DATA_DIR: pathOf('live') })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain('KIT_FILE: it is not set, and there is no folder kit')

  const data = pathOf('data-without-kit')
  server = await startServer(data, env, pathOf('server/main.ts'))
  await post(
    (await post(functions.createCheckout, { ...buyer, email: 'zwei@example.com' })).headers.get('location') ??
      '',
    { action: 'pay' },
  )
  const [receipt] = await mails('receipt', 1, data)
  const link = /http:\S+\/functions\/v1\/download\/\S+/.exec(receipt?.text ?? '')?.[0] ?? ''
  const file = new Uint8Array(await (await post(link)).arrayBuffer())
  const [text] = Object.values(unzipSync(file))
  expect(new TextDecoder().decode(text)).toContain(theirs.name)
}, 480_000)
