import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { comparison } from '#content/home/comparison.ts'
import { labels } from '#content/labels.ts'
import { pages } from '../../contract/paths.ts'
import { everyPage } from './every-page.ts'
import { openDialog, pressEveryControl, textsOf, watchPolicy } from './policy.ts'
import { translate } from './translate.ts'

const built = path.join(import.meta.dirname, '../../build/client')

/** The addresses of all built pages, and one unknown address. */
const addresses = globSync('**/*.html', { cwd: built })
  .map((file) => `/${file.replace(/(^|\/)index\.html$|\.html$/, '')}`)
  // Its policy and its controls are in closed-page.spec.ts and scp-dry-run.spec.ts.
  .filter((address) => address !== pages.scpDryRun)
  .concat('/nowhere')

async function openTreeTableAndMenu(page: Page) {
  await page.locator('.tree').getByRole('button', { name: 'README.md' }).first().click()
  await expect(page.getByRole('heading', { name: 'README.md' })).toBeVisible()
  for (const help of await page.getByRole('button', { name: new RegExp(comparison.about('.*')) }).all()) {
    await help.click()
    await page.keyboard.press('Escape')
  }
  await expect(page.getByRole('heading', { name: 'README.md' })).toBeVisible()
  await page.setViewportSize({ width: 375, height: 800 })
  await page.getByRole('banner').getByRole('button', { name: labels.bar.menu }).click()
  await expect(page.locator('#menu')).toBeVisible()
  await page.locator('#menu').getByRole('link', { name: labels.bar.faq, exact: true }).click()
  await expect(page.locator('#faq').getByRole('heading').first()).toBeInViewport()
}

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
      if (!isTranslated && everyPage.includes(address) && address !== pages.home) continue
      const tag = isTranslated && address === pages.home ? {} : { tag: '@long' }
      test(`${address}, ${preparation}`, tag, async ({ page }) => {
        const refused = await watchPolicy(page)
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const texts = await textsOf(page)
        await prepare(page)
        await pressEveryControl(page)
        await openDialog(page)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await textsOf(page)).toEqual(texts)
        if (address === pages.home) await openTreeTableAndMenu(page)
        expect(refused).toEqual([])
      })
    }
})

test.describe('the policy refuses what an attacker plants', () => {
  test('in the page', async ({ page }) => {
    const refused = await watchPolicy(page)
    const attacks = {
      'script-src-elem refuses inline': '<script>document.documentElement.dataset.planted = ""</script>',
      'script-src-elem refuses https://elsewhere.invalid':
        '<script src="https://elsewhere.invalid/x.js"></script>',
      'script-src-attr refuses inline':
        '<img src="/x" onerror="document.documentElement.dataset.planted = \'\'">',
      'style-src-elem refuses inline': '<style>h1 { display: none }</style>',
      'style-src-attr refuses inline': '<p style="position: fixed; inset: 0">Pay here</p>',
      'base-uri refuses https://elsewhere.invalid': '<base href="https://elsewhere.invalid/">',
      'frame-src refuses https://elsewhere.invalid': '<iframe src="https://elsewhere.invalid/"></iframe>',
    }
    await page.route('/terms', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace('<main', `${Object.values(attacks).join('')}<main`)
      await route.fulfill({ response: answer, body })
    })
    await page.goto('/terms')
    for (const attack of Object.keys(attacks)) await expect.poll(() => refused.join('\n')).toContain(attack)
    await expect(page.locator('html')).not.toHaveAttribute('data-planted')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('by a script that the policy allows', async ({ page }) => {
    const refused = await watchPolicy(page)
    await page.goto('/terms')
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
      refused.length = 0
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
