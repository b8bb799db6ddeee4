// Rows of section 2 of the specification that no other file here tests. Each test is named after its row.
import { expect, test } from '@playwright/test'
import { kitEntryPath } from '../../contract/paths.ts'
import { holdScripts } from './hydrate.ts'

test('2, file structure: a folder pressed before React runs is closed and selected', async ({ page }) => {
  const loadScripts = await holdScripts(page)
  await page.goto('/')
  const folder = page.locator('.tree-row[data-path=networking]')
  await folder.click()
  loadScripts()
  await expect(folder).toHaveAttribute('aria-current', 'true')
  await expect(page.locator('.tree details', { has: folder })).not.toHaveAttribute('open', '')
  await expect(page.getByRole('heading', { name: 'networking', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Explore the Kit Files' })).toBeHidden()
  await expect(page).toHaveURL('/')
})

test('2, file structure: if React does not load, the second press of a file leads to its description', async ({
  page,
}) => {
  await holdScripts(page)
  await page.goto('/')
  const link = page.locator('.tree').getByRole('button', { name: 'README.md', exact: true }).last()
  await link.click()
  await expect(page).toHaveURL('/')
  await link.click()
  // The browser sends an empty form to it.
  await expect(page).toHaveURL(kitEntryPath('README.md').replace('#', '?#'))
})
