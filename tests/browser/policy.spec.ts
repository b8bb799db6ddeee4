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
import { tagOf } from './pairs.ts'
import { translate } from './translate.ts'

const built = path.join(import.meta.dirname, '../../build/client')

/** The addresses of all built pages, and one unknown address. */
const addresses = globSync('**/*.html', { cwd: built })
  .map((file) => `/${file.replace(/(^|\/)index\.html$|\.html$/, '')}`)
  // Its policy and its controls are in closed-page.spec.ts and dry-run.spec.ts.
  .filter((address) => address !== pages.scpDryRun)
  .concat('/nowhere')

/** Collects everything that the content security policy refuses, in this page and in pages that it opens. */
async function watchPolicy(page: Page): Promise<string[]> {
  const refused: string[] = []
  const context = page.context()
  await context.exposeBinding('reportRefusal', (_, refusal: string) => refused.push(refusal))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sample } = event
      ;(window as unknown as { reportRefusal(refusal: string): void }).reportRefusal(
        `${location.pathname}: ${effectiveDirective} refuses ${blockedURI} ${sample}`,
      )
    })
  })
  const recordRefusal = (text: string) => {
    if (/content security policy|trusted ?(types|html|script)/i.test(text)) refused.push(text)
  }
  context.on('console', (message) => recordRefusal(message.text()))
  context.on('weberror', (error) => recordRefusal(error.error().message))
  return refused
}

/** A page's texts. Islands are left out, because their prices and seats depend on the shop's state. */
const textsOf = (page: Page) =>
  page
    .locator('main')
    .locator(':is(h1, h2, h3, h4, summary, p, li):not(astro-island *, [role=status])')
    .allTextContents()

/** Prepares a page before its controls are used, by name. */
const preparations: Record<string, (page: Page) => Promise<void>> = {
  unchanged: async () => {},
  'translated by the browser': translate,
}

const dialogOf = (page: Page) => page.getByRole('dialog').filter({ has: page.getByLabel(purchase.form.name) })

/** Chooses each theme, opens each question, copies each block of code and opens the dialog. */
async function useEveryControl(page: Page) {
  for (const theme of await page.getByRole('contentinfo').getByRole('radio').all())
    await theme.check({ force: true })
  for (const question of await page.locator('#faq summary').all()) await question.click()
  for (const copy of await page.getByRole('button', { name: new RegExp(labels.post.copyOf('.*')) }).all()) {
    await copy.click()
    await expect(copy).toHaveText(labels.post.copy.done)
  }
  await page.getByRole('banner').getByRole('button', { name: labels.bar.buy }).click()
  await expect(dialogOf(page)).toBeVisible()
  // Before React hydrates, the browser's own validation message appears instead of a toast.
  await expect(async () => {
    await dialogOf(page).getByRole('button', { name: purchase.form.submit }).click()
    await expect(page.locator('[data-sonner-toast]').first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
}

test.describe('the policy refuses nothing, and everything is shown', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  for (const [index, address] of addresses.entries()) {
    for (const [preparationIndex, [preparation, prepare]] of Object.entries(preparations).entries()) {
      const tag = everyPage.includes(address) ? tagOf(index, preparationIndex) : { tag: '@long' }
      test(`${address}, ${preparation}`, tag, async ({ page }) => {
        const refused = await watchPolicy(page)
        const answer = await page.goto(address)
        expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'; script-src")
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const texts = await textsOf(page)
        await prepare(page)
        await useEveryControl(page)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await textsOf(page)).toEqual(texts)
        expect(refused).toEqual([])
      })
    }
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
  test.use({ javaScriptEnabled: false })

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
  for (const [attack, planted] of [
    ['an inline script', '<script>document.documentElement.dataset.planted = ""</script>'],
    ['a script from another origin', '<script src="https://elsewhere.invalid/x.js"></script>'],
    ['an inline handler', '<img src="/x" onerror="document.documentElement.dataset.planted = \'\'">'],
    ['an inline style', '<style>h1 { display: none }</style>'],
    ['a style attribute', '<p style="position: fixed; inset: 0">Pay here</p>'],
    ['a base', '<base href="https://elsewhere.invalid/">'],
    ['a frame', '<iframe src="https://elsewhere.invalid/"></iframe>'],
  ] as const) {
    test(`${attack} in the page`, async ({ page }) => {
      await page.route('/terms', async (route) => {
        const answer = await route.fetch()
        const body = (await answer.text()).replace('<main', `${planted}<main`)
        await route.fulfill({ response: answer, body })
      })
      const refused = await watchPolicy(page)
      await page.goto('/terms')
      await expect.poll(() => refused.length).toBeGreaterThan(0)
      await expect(page.locator('html')).not.toHaveAttribute('data-planted')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
  }

  for (const [attack, plant] of [
    [
      'innerHTML',
      () => {
        document.body.innerHTML = '<b>planted</b>'
      },
    ],
    [
      'a script element with text',
      () => document.body.append(Object.assign(document.createElement('script'), { text: 'planted()' })),
    ],
    ['a timer with text as its code', () => void globalThis.setTimeout('planted()')],
    [
      'a script’s own trusted types policy',
      () =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy('planted', {}),
    ],
  ] as const) {
    test(`${attack}, by a script that the policy allows`, async ({ page }) => {
      const refused = await watchPolicy(page)
      await page.goto('/terms')
      const outcome = await page.evaluate(plant).then(
        () => 'done',
        () => 'refused',
      )
      expect(outcome).toBe('refused')
      await expect.poll(() => refused.join()).toMatch(/require-trusted-types-for|trusted-types/)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
  }
})
