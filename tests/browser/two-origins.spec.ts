import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { catalog } from '#content/catalog.ts'
import { hero } from '#content/home/hero.ts'
import { labels } from '#content/labels.ts'
import { purchase } from '#content/purchase.ts'
import { isComputed } from '../../contract/paths.ts'
import { copyProject } from '../support/project-copy.ts'
import {
  freePort,
  type ServerProcess,
  startScript,
  startServer,
  temporaryDirectory,
} from '../support/server-process.ts'
import { billedPrice } from '../support/shown-price.ts'

// The setup of docs/operations.md, "Site on a CDN, functions here". The build writes both addresses into its files, so only a
// build for two origins shows whether the pages know where the functions are: it runs in `npm test -- long`.

// One worker for both tests, so that the site is built once.
test.describe.configure({ mode: 'default' })

const project = copyProject()
const data = temporaryDirectory()
let cdn: Server
let shop: ServerProcess
let siteUrl: string

/** A static host: the shop's files with the shop's headers, and a 404 for every address that only the shop computes. */
const startCdn = (port: number, origin: string) =>
  createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', siteUrl)
    const answer = await fetch(origin + (isComputed(pathname) ? '/404' : pathname))
    const headers = Object.fromEntries(
      [...answer.headers].filter(([name]) => /^content-(type|security-policy)$/.test(name)),
    )
    response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()))
  }).listen(port, '127.0.0.1')

test.beforeAll(async () => {
  test.setTimeout(300_000)
  const [shopPort, cdnPort] = [await freePort(), await freePort()]
  const origin = `http://localhost:${shopPort}`
  // Another host, so that the browser treats each request to the functions as one to another site.
  siteUrl = `http://127.0.0.1:${cdnPort}`
  const build = startScript([path.join(project.path, 'scripts/build.ts')], {
    VITE_FUNCTIONS_BASE_URL: `${origin}/`,
    VITE_SITE_URL: siteUrl,
  })
  if ((await build.ended) !== 0) throw new Error(build.output())
  shop = await startServer(
    data.path,
    { PORT: String(shopPort), VITE_SITE_URL: siteUrl },
    path.join(project.path, 'server/main.ts'),
  )
  cdn = startCdn(cdnPort, origin)
  await once(cdn, 'listening')
})
test.afterAll(async () => {
  cdn?.close()
  shop?.child.kill('SIGTERM')
  await shop?.ended
  data.remove()
  project.remove()
})

/** Fills in the form, pays on the sandbox's page, and returns to the site. */
async function buy(page: Page, email: string) {
  await page.goto(siteUrl)
  await page.getByRole('button', { name: hero.buy }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(purchase.form.name).fill('Ada Lovelace')
  await dialog.getByLabel(purchase.form.email).fill(email)
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('button', { name: purchase.form.submit }).click()
  const hosted = await opened
  await hosted.getByRole('button', { name: `Pay ${billedPrice(catalog.priceCents)}` }).click()
  await expect(hosted).toHaveURL(new RegExp(`^${siteUrl}/payment-success`))
  await expect(hosted.getByRole('heading', { level: 1 })).toHaveText(labels.success.heading)
}

test('a site on another host than its functions sells, and asks them for the price @long', async ({
  page,
}) => {
  const offer = page.waitForResponse(`${shop.url}/functions/v1/offer`)
  await buy(page, 'ada@example.com')
  expect((await offer).ok()).toBe(true)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('a site on another host than its functions sells @long', async ({ page }) =>
    buy(page, 'grace@example.com'))
})
