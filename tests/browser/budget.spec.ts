import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, type Page, test } from '@playwright/test'
import { closing } from '#content/home/closing.ts'
import { purchase } from '#content/purchase.ts'
import { typefaces } from '../../brand/typefaces.ts'
import { hydrate } from './hydrate.ts'

const budget = JSON.parse(readFileSync(new URL('../bench/budget.json', import.meta.url), 'utf8'))

interface Received {
  type: string
  path: string
  bytes: number
}

/** Records what the page receives from now on, by request. Sizes are the transferred bytes, including headers. */
async function recordReceived(page: Page): Promise<Map<string, Received>> {
  const received = new Map<string, Received>()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    // A data: URL is part of the page, which is already counted.
    if (!response.url.startsWith('data:'))
      received.set(requestId, { type, path: new URL(response.url).pathname, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const entry = received.get(requestId)
    if (entry) entry.bytes += encodedDataLength
  })
  return received
}

/** The bytes of inline scripts, compressed as in the page. Speculation rules and structured data are not scripts. */
async function inlineScript(page: Page): Promise<number> {
  const scripts = await page
    .locator('script:not([src], [type=speculationrules], [type="application/ld+json"])')
    .evaluateAll((all) => all.map((script) => script.textContent))
  return brotliCompressSync(scripts.join('')).length
}

const sum = (received: Map<string, Received>, type?: string) =>
  [...received.values()]
    .filter((entry) => !type || entry.type === type)
    .reduce((total, entry) => total + entry.bytes, 0)

for (const [name, limits] of Object.entries(budget).filter(([, value]) => typeof value === 'object')) {
  const { path, scriptBytes, bytes, requests } = limits as Record<string, number> & { path: string }

  test(`${name} is within its budget until the first input`, async ({ page }) => {
    const received = await recordReceived(page)
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const measured = {
      scriptBytes: sum(received, 'Script') + (await inlineScript(page)),
      bytes: sum(received),
      requests: received.size,
    }
    test.info().annotations.push({ type: 'measured', description: JSON.stringify(measured) })
    expect(measured.bytes).toBeGreaterThan(0)
    expect(measured.scriptBytes).toBeLessThanOrEqual(scriptBytes ?? 0)
    expect(measured.bytes).toBeLessThanOrEqual(bytes ?? 0)
    expect(measured.requests).toBeLessThanOrEqual(requests ?? 0)

    // Of the typefaces, a first visit loads two, and no subset that the page does not use.
    const fonts = [...received.values()].filter(({ type }) => type === 'Font').map((font) => font.path)
    if (name === 'home') {
      expect(fonts).toHaveLength(2)
      for (const { file } of [typefaces.body, typefaces.mono])
        expect(fonts.join(' ')).toContain(`/assets/${file}-basic.`)
    }
  })
}

test('all scripts of the home page are within their budget after every part is used', async ({ page }) => {
  const received = await recordReceived(page)
  await page.goto('/')
  await hydrate(page)
  await page.getByRole('button', { name: closing.buy }).click()
  await page.getByRole('dialog').getByRole('button', { name: purchase.form.submit }).click()
  await page.locator('[data-sonner-toast]').first().waitFor()
  await page.waitForLoadState('networkidle')
  const fetched = sum(received, 'Script')
  const measured = fetched + (await inlineScript(page))
  test.info().annotations.push({ type: 'measured', description: String(measured) })
  expect(fetched).toBeGreaterThan(0)
  expect(measured).toBeLessThanOrEqual(budget.scriptBytesAfterIntent)
})
