import { expect, type Page, test } from '@playwright/test'
import { catalog } from '#content/catalog.ts'
import { consultation } from '#content/consultation.ts'
import { guarantee } from '#content/guarantee.ts'
import { comparison } from '#content/home/comparison.ts'
import { kitFiles } from '#content/home/included.ts'
import { faq } from '#content/home/questions.ts'
import { labels } from '#content/labels.ts'
import { inputProblems } from '#content/messages.ts'
import { purchase } from '#content/purchase.ts'
import { site } from '#content/site.ts'
import { shownPrice } from '../support/shown-price.ts'
import { hydrate } from './hydrate.ts'
import { spoken } from './spoken.ts'

test.beforeEach(({ page }) => page.goto('/'))

async function openDialog(page: Page) {
  await hydrate(page)
  await page.locator('main button[commandfor]').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const missing = inputProblems.required.message

test('dialog: its name, the product and the price, two required fields, two buttons', async ({ page }) => {
  await openDialog(page)
  expect(await spoken(page, page.getByRole('dialog'))).toEqual([
    `dialog "${labels.checkout.heading}" modal`,
    `heading "${labels.checkout.heading}" level 2`,
    purchase.ordered,
    ...(consultation ? [consultation.bought] : []),
    'deletion',
    purchase.listPrice.trim(),
    shownPrice(catalog.listPriceCents),
    purchase.youPay.trim(),
    shownPrice(catalog.priceCents),
    'form',
    purchase.form.name,
    `textbox "${purchase.form.name}" required`,
    purchase.form.email,
    `textbox "${purchase.form.email}" required`,
    // Where a misspelled domain is corrected.
    'status live polite',
    purchase.secure,
    purchase.accept.before.trim(),
    `link "${purchase.accept.terms}"`,
    purchase.accept.and.trim(),
    `link "${purchase.accept.privacy}"`,
    purchase.accept.after.trim(),
    `button "${purchase.form.cancel}"`,
    `button "${purchase.form.submit}"`,
    ...(guarantee ? [guarantee.short, `link "${site.emails.support}"`, '.'] : []),
    `region "${purchase.notices.region}" live polite`,
  ])
})

test('errors: the field says that it is invalid and why; one toast announces it', async ({ page }) => {
  await openDialog(page)
  await page.getByRole('button', { name: purchase.form.submit }).click()
  await page.locator('[data-sonner-toast]').waitFor()
  const phrases = await spoken(page, page.getByRole('dialog'))
  expect(phrases).toContain(`textbox "${purchase.form.name}" required invalid description "${missing}"`)
  expect(phrases).toContain(`textbox "${purchase.form.email}" required invalid`)
  const toasts = phrases.slice(phrases.indexOf(`region "${purchase.notices.region}" live polite`))
  expect(toasts.slice(1)).toEqual([
    'list',
    'listitem level 1',
    `button "${purchase.notices.close}"`,
    inputProblems.required.title,
    missing,
  ])
  expect(phrases.filter((words) => /^alert|live assertive/.test(words))).toEqual([])
})

test('a failed checkout: the toast in the region says why', async ({ page }) => {
  await page.route('**/create-checkout', (route) =>
    route.fulfill({ status: 502, json: { error: 'Out of order.' } }),
  )
  await openDialog(page)
  await page.getByRole('textbox', { name: purchase.form.name }).fill('Ada')
  await page.getByLabel(purchase.form.email).fill('ada@example.com')
  await page.getByRole('button', { name: purchase.form.submit }).click()
  await page.locator('[data-sonner-toast]').waitFor()
  const region = page.getByRole('region', { name: purchase.notices.region })
  const phrases = await spoken(page, region)
  expect(phrases[0]).toBe(`region "${purchase.notices.region}" live polite`)
  expect(phrases.slice(-2)).toEqual([purchase.notices.failed, 'Out of order.'])
})

test('tree: a list, whose folders say whether they are open, and whose files are buttons', async ({
  page,
}) => {
  await hydrate(page)
  const list = page.getByRole('list', { name: kitFiles.label })
  const first = page.locator('.tree summary').first()
  const name = (await first.textContent()) ?? ''
  const phrases = await spoken(page, list)
  expect(phrases[0]).toBe(`list "${kitFiles.label}"`)
  expect(phrases).toContain('button "README.md"')
  const folder = async () => (await spoken(page, list)).find((phrase) => phrase.includes(`"${name}"`))
  expect(await folder()).toMatch(/expanded$/)
  await first.press('Enter')
  await expect.poll(folder).toMatch(/collapsed$/)
})

test('comparison: a table with its caption; each row has its task, its help and three ratings', async ({
  page,
}) => {
  await hydrate(page)
  const table = page.getByRole('table', { name: comparison.caption })
  const phrases = await spoken(page, table)
  const { columns, rows } = comparison
  expect(phrases[0]).toBe(`table "${comparison.caption}"`)
  for (const name of Object.values(columns)) expect(phrases).toContain(`columnheader "${name}"`)
  for (const row of rows) {
    const start = phrases.indexOf(`rowheader "${row.task}"`)
    expect(phrases.slice(start + 1, start + 6)).toEqual([
      row.task,
      `button "${comparison.about(row.task)}" collapsed description "${row.description}"`,
      ...[row.ratings.workspaces, row.ratings.branches, row.ratings.kit].map(
        (stars) => `cell "${comparison.rating(stars, 5)}"`,
      ),
    ])
  }
})

test('help: when it is open, it is a tooltip with its text', async ({ page }) => {
  await hydrate(page)
  const [row] = comparison.rows
  await page.getByRole('button', { name: comparison.about(row?.task ?? '') }).click()
  expect(await spoken(page, page.getByRole('tooltip'))).toEqual([
    `tooltip "${row?.description}"`,
    row?.description,
  ])
})

test('questions: each has a heading and a state, and the answer follows when it is open', async ({
  page,
}) => {
  const section = page.locator('#faq')
  const [first] = faq.questions
  expect(await spoken(page, section)).toContain(`disclosure "${first?.question}" collapsed`)
  await section.locator('summary').first().click()
  const phrases = await spoken(page, section)
  const at = phrases.indexOf(`disclosure "${first?.question}" expanded`)
  expect(phrases[at + 1]).toBe(`heading "${first?.question}" level 3`)
  expect(phrases.slice(at + 2).join(' ')).toContain(first?.answer.slice(0, 40))
})
