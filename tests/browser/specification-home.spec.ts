// The home page's fixed words and figures (specification, sections 2 and 9).
import { expect, type Page, test } from '@playwright/test'
import { catalog } from '#content/catalog.ts'
import { percentOff } from '../../contract/prices.ts'
import { shownPrice } from '../support/shown-price.ts'

test.beforeEach(({ page }) => page.goto('/'))

test('The Problem lists five problems; The Solution claims 80% of manual work', async ({ page }) => {
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'The Problem', exact: true }) })
  for (const word of [/weeks/i, /security/i, /standard/i, /drift/i, /consultant/i])
    await expect(section).toContainText(word)
  await expect(page.getByRole('heading', { name: 'The Solution' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('80% of manual work')
})

test('Powerful Features: eight cards at #features', async ({ page }) => {
  const features = page.locator('#features')
  await expect(features.getByRole('heading', { name: 'Powerful Features' })).toBeVisible()
  await expect(features.getByRole('heading', { level: 3 })).toHaveCount(8)
  for (const topic of [
    /organization/i,
    /identity center/i,
    /user.*group/i,
    /team/i,
    /infrastructure as code/i,
    /security/i,
    /multi-environment/i,
    /battle-tested/i,
  ]) {
    await expect(features.getByRole('heading', { level: 3, name: topic }).first()).toBeVisible()
  }
})

test.describe('Compare Approaches', () => {
  const table = (page: Page) => page.getByRole('table').filter({ hasText: 'Task / Feature' })

  test('four columns and eight rows, each with three ratings of 0 to 5', async ({ page }) => {
    for (const name of ['Task / Feature', 'Workspaces', 'Branches', 'This Kit']) {
      await expect(table(page).getByRole('columnheader', { name, exact: true })).toBeVisible()
    }
    const rows = table(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
    await expect(rows).toHaveCount(8)
    for (const row of await rows.all()) {
      const cells = await row.getByRole('cell').allTextContents()
      const ratings = cells.filter((text) => /[0-5](\.5)? out of 5/.test(text))
      expect(ratings).toHaveLength(3)
    }
    await expect(table(page).getByRole('button', { name: /^About / })).toHaveCount(8)
  })
})

test('three cards', async ({ page }) => {
  for (const name of [
    /core infrastructure modules/i,
    /team infrastructure/i,
    /documentation (and|&) support/i,
  ]) {
    await expect(page.getByRole('heading', { level: 3, name }).first()).toBeVisible()
  }
})

test('Simple Pricing: every figure', async ({ page }) => {
  const { priceCents, listPriceCents, earlyBirdSeats, consultationValueCents } = catalog
  const pricing = page.locator('#pricing')
  await expect(pricing.getByRole('heading', { name: 'Simple Pricing' })).toBeVisible()
  await expect(pricing).toContainText(shownPrice(priceCents))
  await expect(pricing.locator('s, del').filter({ hasText: shownPrice(listPriceCents) })).toHaveCSS(
    'text-decoration-line',
    'line-through',
  )
  for (const text of [
    `${percentOff(priceCents, listPriceCents)}% OFF - Early Bird Special`,
    `Limited to first ${earlyBirdSeats} customers`,
  ])
    await expect(pricing.getByText(text)).toBeVisible()
  await expect(pricing).toContainText(/1-hour implementation consultation/i)
  await expect(pricing).toContainText(shownPrice(consultationValueCents))
  await expect(pricing).toContainText(/email support during setup/i)
  await expect(pricing).toContainText(/30-day money-back guarantee/i)
  await pricing.getByRole('button', { name: 'Get the Complete Kit + 1-Hour Consultation' }).click()
  await expect(page.getByRole('dialog')).toContainText(shownPrice(priceCents))
})

test('FAQ: five questions, and answers with the specified durations', async ({ page }) => {
  await expect(page.locator('#faq details')).toHaveCount(5)
  const text = (await page.locator('#faq').textContent()) ?? ''
  expect(text).toContain('1-2 days')
  expect(text).toContain('1-2 weeks')
})
