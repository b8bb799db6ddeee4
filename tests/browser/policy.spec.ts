import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { catalog } from '#content/catalog.ts'
import { comparison } from '#content/home/comparison.ts'
import { labels } from '#content/labels.ts'
import { purchase } from '#content/purchase.ts'
import { pages } from '../../contract/paths.ts'
import { billedPrice } from '../support/shown-price.ts'
import { everyPage } from './every-page.ts'
import { dialogOf, pressEveryControl, textsOf, watchPolicy } from './policy.ts'
import { translate } from './translate.ts'

const built = path.join(import.meta.dirname, '../../build/client')

/** The addresses of all built pages, and one unknown address. */
const addresses = globSync('**/*.html', { cwd: built })
  .map((file) => `/${file.replace(/(^|\/)index\.html$|\.html$/, '')}`)
  // Its policy and its controls are in closed-page.spec.ts and scp-dry-run.spec.ts.
  .filter((address) => address !== pages.scpDryRun)
  .concat('/nowhere')

/** Prepares a page before its controls are used, by name. */
const preparations: Record<string, (page: Page) => Promise<void>> = {
  unchanged: async () => {},
  'translated by the browser': translate,
}

test.describe('the policy refuses nothing, and everything is shown', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  for (const address of addresses)
    for (const [preparation, prepare] of Object.entries(preparations)) {
      const isTranslated = prepare === translate
      // every-page.spec.ts has the unchanged ones.
      if (!isTranslated && everyPage.includes(address)) continue
      const tag = isTranslated && address === pages.home ? {} : { tag: '@long' }
      test(`${address}, ${preparation}`, tag, async ({ page }) => {
        const refused = await watchPolicy(page)
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const texts = await textsOf(page)
        await prepare(page)
        await pressEveryControl(page)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await textsOf(page)).toEqual(texts)
        expect(refused).toEqual([])
      })
    }

  for (const [preparation, prepare] of Object.entries(preparations)) {
    test(`the home page's tree and table, ${preparation}`, async ({ page }) => {
      const refused = await watchPolicy(page)
      await page.goto('/')
      await prepare(page)
      await page.locator('.tree').getByRole('button', { name: 'README.md' }).first().click()
      await expect(page.getByRole('heading', { name: 'README.md' })).toBeVisible()
      for (const help of await page.getByRole('button', { name: new RegExp(comparison.about('.*')) }).all()) {
        await help.click()
        await page.keyboard.press('Escape')
      }
      await expect(page.getByRole('heading', { name: 'README.md' })).toBeVisible()
      expect(refused).toEqual([])
    })
  }

  test('a purchase, from the dialog to the success page', async ({ page, context }) => {
    const refused = await watchPolicy(page)
    await page.goto('/')
    await page.getByRole('banner').getByRole('button', { name: labels.bar.buy }).click()
    await dialogOf(page).getByLabel(purchase.form.name).fill('Ada Lovelace')
    await dialogOf(page).getByLabel(purchase.form.email).fill(`policy-${Date.now()}@example.com`)
    const opened = context.waitForEvent('page')
    await dialogOf(page).getByRole('button', { name: purchase.form.submit }).click()
    const hosted = await opened
    await hosted.getByRole('button', { name: `Pay ${billedPrice(catalog.priceCents)}` }).click()
    await expect(hosted.getByRole('heading', { level: 1 })).toHaveText(labels.success.heading)
    expect(refused).toEqual([])
  })

  test('the menu of a narrow window', async ({ page }) => {
    const refused = await watchPolicy(page)
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto('/')
    await page.getByRole('banner').getByRole('button', { name: labels.bar.menu }).click()
    await expect(page.locator('#menu')).toBeVisible()
    await page.locator('#menu').getByRole('link', { name: labels.bar.faq, exact: true }).click()
    await expect(page.locator('#faq').getByRole('heading').first()).toBeInViewport()
    expect(refused).toEqual([])
  })
})

test.describe('without scripts', () => {
  // It leaves an unpaid checkout.
  test.use({ javaScriptEnabled: false, extraHTTPHeaders: { 'x-forwarded-for': '192.0.2.50' } })

  test('the form leads to the provider, because form-action allows its redirects', async ({ page }) => {
    await page.goto('/')
    const form = page
      .locator('form', { has: page.getByLabel(purchase.form.name) })
      .filter({ visible: true })
      .first()
    await form.getByLabel(purchase.form.name).fill('Ada Lovelace')
    await form.getByLabel(purchase.form.email).fill(`no-script-${Date.now()}@example.com`)
    await form.getByRole('button').last().click()
    await expect(page).toHaveURL(/\/sandbox\//)
    await expect(page.locator('body')).toContainText(/sandbox/i)
  })
})

test.describe('the policy refuses what an attacker plants', () => {
  test('in the page', async ({ page }) => {
    const refused = await watchPolicy(page)
    let planted = ''
    await page.route('/terms', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace('<main', `${planted}<main`)
      await route.fulfill({ response: answer, body })
    })
    for (const attack of [
      '<script>document.documentElement.dataset.planted = ""</script>',
      '<script src="https://elsewhere.invalid/x.js"></script>',
      '<img src="/x" onerror="document.documentElement.dataset.planted = \'\'">',
      '<style>h1 { display: none }</style>',
      '<p style="position: fixed; inset: 0">Pay here</p>',
      '<base href="https://elsewhere.invalid/">',
      '<iframe src="https://elsewhere.invalid/"></iframe>',
    ]) {
      planted = attack
      // Away from the page, so that nothing is counted that the attack before this one set off.
      await page.goto('about:blank')
      refused.length = 0
      await page.goto('/terms')
      await expect.poll(() => refused.length, attack).toBeGreaterThan(0)
      await expect.soft(page.locator('html'), attack).not.toHaveAttribute('data-planted')
      await expect.soft(page.getByRole('heading', { level: 1 }), attack).toBeVisible()
    }
  })

  test('by a script that the policy allows', async ({ page }) => {
    const refused = await watchPolicy(page)
    for (const plant of [
      () => {
        document.body.innerHTML = '<b>planted</b>'
      },
      () => document.body.append(Object.assign(document.createElement('script'), { text: 'planted()' })),
      () => void globalThis.setTimeout('planted()'),
      () =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy('planted', {}),
    ]) {
      await page.goto('about:blank')
      refused.length = 0
      await page.goto('/terms')
      const outcome = await page.evaluate(plant).then(
        () => 'done',
        () => 'refused',
      )
      expect.soft(outcome, String(plant)).toBe('refused')
      await expect
        .poll(() => refused.join(), String(plant))
        .toMatch(/require-trusted-types-for|trusted-types/)
      await expect.soft(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })
})
