// The page that lets nothing out: every way that a script has to send something is tried from the page itself. The same ways are
// tried without its headers, where they work, so a way that the test tries wrongly is noticed.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type BrowserContext, expect, test } from '@playwright/test'
import { dryRun } from '#content/dry-run.ts'
import { labels } from '#content/labels.ts'
import { scpDryRun } from '#content/scp-dry-run.ts'
import { builtPages } from '../../checks/site/built-pages.ts'
import { pages } from '../../contract/paths.ts'
import { leaving, servePage, trying, ways } from '../support/ways-out.ts'

const files = builtPages(path.resolve('build/client'))

/** Chromium connects ahead of time unseen by our server, with or without the headers. */
const unseen = ['preconnect']
const seen = Object.keys(ways).filter((name) => !unseen.includes(name))

/** The ways by which something left a page with these of its headers. */
async function waysOut(context: BrowserContext, chosen: Parameters<typeof servePage>[2]): Promise<string[]> {
  const html = readFileSync(files.get(pages.scpDryRun) ?? '', 'utf8')
  await using served = await servePage(pages.scpDryRun, html, chosen)
  const together = Object.keys(ways).filter((name) => !leaving.includes(name))
  const tryInATab = async (names: string[]) => {
    const page = await context.newPage()
    // The headers decide about a change of page, so the page's own scripts do not have to run each time.
    await page.goto(names === together ? served.url : served.bare)
    await page.evaluate(trying(names, served.target)).catch(() => {})
    // What was sent has arrived by then: on a page without headers, everything has.
    await page.waitForTimeout(2000)
    await page.close()
  }
  // Alone: the browser follows speculation rules only in the tab in front.
  await tryInATab(together)
  await Promise.all(leaving.map((name) => tryInATab([name])))
  return [...served.arrived].sort()
}

test('nothing leaves by any way', async ({ context }) => {
  test.slow()
  expect(await waysOut(context, (headers) => headers)).toEqual([])
})

test('without its headers, everything leaves', { tag: '@long' }, async ({ context }) => {
  test.slow()
  expect(await waysOut(context, () => ({}))).toEqual([...seen].sort())
})

test('without the list of connections, only a change of page and WebRTC leave: the other ways are closed by the policy', {
  tag: '@long',
}, async ({ context }) => {
  test.slow()
  const out = await waysOut(context, ({ 'connection-allowlist': _, ...policy }) => policy)
  expect(out).toEqual([...leaving.filter((name) => name !== 'form'), 'WebRTC'].sort())
})

test('the page says which engine shows it, and makes one request; its links work, those with a query too, and reloading it', async ({
  page,
  browser,
}) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto(pages.scpDryRun, { waitUntil: 'networkidle' })
  const [version = ''] = browser.version().split('.')
  await expect(page.locator('[data-here]')).toHaveText(dryRun.closed.here.all.replace('{version}', version))
  expect(requested).toEqual([pages.scpDryRun])

  await page.goto(`${pages.scpDryRun}?mode=request`)
  await page.reload()
  const link = page.getByRole('link', { name: scpDryRun.modes.request, exact: true })
  await expect(link).toHaveAttribute('aria-current', 'true')
  // A press only changes the mode. The browser may follow the link, too.
  await page.evaluate((address) => location.assign(address), `${pages.scpDryRun}?mode=request`)
  await expect(link).toHaveAttribute('aria-current', 'true')
  await page.getByRole('link', { name: labels.tools.price }).click()
  await expect(page).toHaveURL(/\/#pricing$/)
  await expect(page.locator('#pricing')).toBeInViewport()
})
