// Builds and runs the shop of another seller of the kit, and buys from it. Its name, its prices in yen, its colors and its empty
// list of testimonials come from tests/other-seller. No page, mail or command may show ours.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { testimonials } from '#content/home/testimonials.ts'
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

const { site: theirs } = (await import(pathOf('content/site.ts'))) as { site: typeof ours }
const { catalog: theirCatalog } = (await import(pathOf('content/catalog.ts'))) as { catalog: typeof catalog }
const colorsOf = (css: string) => Object.values(readTheme(css)).flatMap(({ light, dark }) => [light, dark])
const theirColors = colorsOf(read('content/theme.css'))
const ourColors = colorsOf(readFileSync(path.resolve(import.meta.dirname, '../../content/theme.css'), 'utf8'))

/** Matches our name, addresses, prices and colors, which the other seller's shop must not contain. */
const ourContent = new RegExp(
  [
    // The examples of the kit have the address for security.
    ...[ours.name, ours.seller.legalName, ours.emails.support, ours.emails.legal, ours.emails.privacy],
    ...[catalog.priceCents, catalog.listPriceCents].flatMap((cents) => [
      shownPrice(cents).replace('$', '\\$'),
      String(cents),
    ]),
    ...ourColors.filter((color) => !theirColors.includes(color)),
  ].join('|'),
  'i',
)

/** Returns the first match of our content in a text, with the 60 characters before and after it. */
function findOurs(where: string, text: string): string[] {
  const found = ourContent.exec(text)
  return found ? [`${where}: …${text.slice(Math.max(0, found.index - 60), found.index + 60)}…`] : []
}

let server: ServerProcess
const env = { SELLER_EMAIL: 'sales@kita.example' }
const buyer = { name: 'Łucja Öllinger', email: 'lucja@example.com' }
const post = (address: string, fields: Record<string, string> = {}) =>
  fetch(new URL(address, server.url), {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

beforeAll(async () => {
  const run = startScript([pathOf('scripts/build.mjs')], {})
  expect([await run.ended, run.output()]).toEqual([0, expect.anything()])
  server = await startServer(pathOf('data'), env, pathOf('server/main.ts'))
}, 480_000)

afterAll(async () => {
  server?.child.kill('SIGTERM')
  await server?.ended
  project.remove()
})

/** Waits for the mail whose file name contains `kind`. */
async function mail(kind: string): Promise<Email> {
  const folder = pathOf('data/mail')
  const files = () => readdirSync(folder).filter((name) => name.includes(kind) && name.endsWith('.eml'))
  await expect.poll(files).toHaveLength(1)
  return PostalMime.parse(readFileSync(path.join(folder, files()[0] ?? '')))
}

test('the built site has none of our names, prices and colors, and passes its checks @long', async () => {
  const files = globSync('build/client/**/*.{html,txt,json,js,css,svg,md,atom,xml,webmanifest}', {
    cwd: project.path,
  })
  expect(files.length).toBeGreaterThan(30)
  // The kit's own README has the kit's name.
  const others = files.filter((file) => !file.includes('kit/readme-md'))
  expect(others.flatMap((file) => findOurs(file, read(file)))).toEqual([])
  const checked = startScript([pathOf('checks/site/check.ts'), pathOf('build/client')], {})
  expect([await checked.ended, checked.output()]).toEqual([0, expect.anything()])
})

test("the home page has the other seller's name, prices and colors, and no testimonials @long", () => {
  const home = page('index.html')
  expect(home).toContain(theirs.name)
  expect(home).toContain(formatMoney(theirCatalog.priceCents, 'jpy', theirs.language))
  expect(home).toContain('"price":"52000","priceCurrency":"JPY"')
  for (const color of ['light', 'dark'] as const)
    expect(home).toContain(`content="${readTheme(read('content/theme.css')).paper[color]}"`)
  expect(home).not.toContain('id="customers"')
  expect(home).not.toContain(testimonials.heading)
})

test("a purchase in yen shows only the other seller's content, on the payment page, in mails and on the command line @long", async () => {
  const price = formatMoneyExact(theirCatalog.priceCents, 'jpy', theirs.language)
  const started = await post(functions.createCheckout, buyer)
  expect(started.status).toBe(303)
  const hosted = started.headers.get('location') ?? ''
  const paymentPage = await (await fetch(hosted)).text()
  expect(paymentPage).toContain(theirs.name)
  expect(paymentPage).toContain(`Pay ${price}`)
  const paid = await post(hosted, { action: 'pay' })
  const success = await (await fetch(new URL(paid.headers.get('location') ?? '', server.url))).text()

  const mails = [await mail('receipt'), await mail('sale')]
  const [receipt, sale] = mails
  for (const line of [theirs.name, buyer.name, theirs.seller.taxId, theirs.emails.support, price])
    expect(receipt?.text).toContain(line)
  expect(sale?.subject).toContain(price)
  expect(receipt?.html).toContain(readTheme(read('content/theme.css')).action.light)
  const link = /http:\S+\/functions\/v1\/download\/\S+/.exec(receipt?.text ?? '')?.[0] ?? ''
  const download = await (await fetch(link)).text()
  expect(download).toContain(theirs.name)

  const shop = startScript([pathOf('operator/cli.ts'), 'orders', 'list'], {
    ...env,
    DATA_DIR: pathOf('data'),
    PUBLIC_URL: server.url,
  })
  expect(await shop.ended).toBe(0)
  expect(shop.output()).toContain(price)

  const shown = { 'payment page': paymentPage, success, download, 'command line': shop.output() }
  expect([
    ...Object.entries(shown).flatMap(([where, text]) => findOurs(where, text)),
    ...mails.flatMap(({ subject, from, html, text }) =>
      findOurs('mail', [subject, from?.name, html, text].join('\n')),
    ),
  ]).toEqual([])
}, 120_000)
