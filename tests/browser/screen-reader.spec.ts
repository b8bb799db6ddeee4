import { expect, test } from '@playwright/test'
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

const missing = inputProblems.required.message

test('the dialog: its fields and buttons, what is wrong with a field, and one toast that announces it', async ({
  page,
}) => {
  await page.goto('/')
  await hydrate(page)
  await page.locator('main button[commandfor]').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
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

  // The field says that it is invalid and why.
  await page.getByRole('button', { name: purchase.form.submit }).click()
  await page.locator('[data-sonner-toast]').waitFor()
  const phrases = await spoken(page, page.getByRole('dialog'))
  expect(phrases).toContain(`textbox "${purchase.form.name}" required invalid description "${missing}"`)
  expect(phrases).toContain(`textbox "${purchase.form.email}" required invalid`)
  const region = `region "${purchase.notices.region}" live polite`
  const toasts = phrases.slice(phrases.indexOf(region))
  expect(toasts.slice(1)).toEqual([
    'list',
    'listitem level 1',
    `button "${purchase.notices.close}"`,
    inputProblems.required.title,
    missing,
  ])
  expect(phrases.filter((words) => /^alert|live assertive/.test(words))).toEqual([])

  // A failed checkout says why.
  await page.route('**/create-checkout', (route) =>
    route.fulfill({ status: 502, json: { error: 'Out of order.' } }),
  )
  await page.getByRole('textbox', { name: purchase.form.name }).fill('Ada')
  await page.getByLabel(purchase.form.email).fill('ada@example.com')
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await page.getByRole('button', { name: purchase.form.submit }).click()
  await page.locator('[data-sonner-toast]', { hasText: 'Out of order.' }).waitFor()
  const failed = await spoken(page, page.getByRole('region', { name: purchase.notices.region }))
  expect(failed[0]).toBe(region)
  expect(failed.slice(-2)).toEqual([purchase.notices.failed, 'Out of order.'])
})

test('the home page: the tree and its folders, the comparison and its help, the questions and their state', async ({
  page,
}) => {
  await page.goto('/')
  await hydrate(page)
  const list = page.getByRole('list', { name: kitFiles.label })
  const first = page.locator('.tree summary').first()
  const name = (await first.textContent()) ?? ''
  const tree = await spoken(page, list)
  expect(tree[0]).toBe(`list "${kitFiles.label}"`)
  expect(tree).toContain('button "README.md"')
  const folder = async () => (await spoken(page, list)).find((phrase) => phrase.includes(`"${name}"`))
  expect(await folder()).toMatch(/expanded$/)
  await first.press('Enter')
  await expect.poll(folder).toMatch(/collapsed$/)

  const table = await spoken(page, page.getByRole('table', { name: comparison.caption }))
  const { columns, rows } = comparison
  expect(table[0]).toBe(`table "${comparison.caption}"`)
  for (const name of Object.values(columns)) expect(table).toContain(`columnheader "${name}"`)
  for (const row of rows) {
    const start = table.indexOf(`rowheader "${row.task}"`)
    expect(table.slice(start + 1, start + 6)).toEqual([
      row.task,
      `button "${comparison.about(row.task)}" collapsed description "${row.description}"`,
      ...[row.ratings.workspaces, row.ratings.branches, row.ratings.kit].map(
        (stars) => `cell "${comparison.rating(stars, 5)}"`,
      ),
    ])
  }
  await page.getByRole('button', { name: comparison.about(rows[0]?.task ?? '') }).click()
  expect(await spoken(page, page.getByRole('tooltip'))).toEqual([
    `tooltip "${rows[0]?.description}"`,
    rows[0]?.description,
  ])
  await page.keyboard.press('Escape')

  const section = page.locator('#faq')
  const [question] = faq.questions
  expect(await spoken(page, section)).toContain(`disclosure "${question?.question}" collapsed`)
  await section.locator('summary').first().click()
  const questions = await spoken(page, section)
  const at = questions.indexOf(`disclosure "${question?.question}" expanded`)
  expect(questions[at + 1]).toBe(`heading "${question?.question}" level 3`)
  expect(questions.slice(at + 2).join(' ')).toContain(question?.answer.slice(0, 40))
})
