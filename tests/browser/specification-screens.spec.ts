// Rows of section 2 of the specification that no other file here tests. Each test is named after its row.
import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { kitFiles } from '#content/home/included.ts'
import { kitEntryPath } from '../../contract/paths.ts'
import { holdScripts, hydrate } from './hydrate.ts'

const bar = (page: Page) => page.getByRole('banner')
/** The descriptions of folders and files in kit/index.json. */
const kitIndex: Record<
  'folders' | 'files',
  Record<string, { description: string; details: string }>
> = JSON.parse(readFileSync(new URL('../../kit/index.json', import.meta.url), 'utf8'))

test('2, bar: its items scroll smoothly', async ({ page }) => {
  await page.goto('/')
  // The link does not get the focus, as in Safari.
  await bar(page)
    .getByRole('link', { name: 'Pricing' })
    .evaluate((link: HTMLElement) => link.click())
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'smooth')
  await expect(page.locator('#pricing').getByRole('heading').first()).toBeInViewport()
})

test.describe('2, mobile menu', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true })

  test('closes after any choice, before React runs', async ({ page }) => {
    await page.goto('/')
    await page.route('**/assets/*.js', (route) => route.abort())
    const menu = page.locator('#menu')
    for (const name of ['Features', 'Pricing', 'FAQ', 'Blog']) {
      await bar(page).getByRole('button', { name: 'Menu' }).click()
      await expect(menu).toBeVisible()
      await menu.getByRole('link', { name, exact: true }).click()
      await expect(menu).toBeHidden()
    }
    await expect(page).toHaveURL(/\/blog$/)
  })
})

test('2, help tooltip: opens by hover even as the first control that a visitor uses', async ({ page }) => {
  await page.goto('/')
  await page
    .getByRole('button', { name: /^About / })
    .first()
    .hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.mouse.move(2, 2)
  await expect(page.getByRole('tooltip')).toBeHidden()
})

test('2, file structure: a folder, a file in it and the last file show name, path, description and details', async ({
  page,
}) => {
  await page.goto('/')
  await hydrate(page)
  const nodes = Object.entries({ ...kitIndex.folders, ...kitIndex.files })
  await expect(page.locator('.tree-row')).toHaveCount(nodes.length)
  const pane = page.getByRole('region', { name: kitFiles.about })
  const inFolder = nodes.find(([path]) => path.startsWith('networking/'))
  const some = [nodes[0], inFolder, nodes.at(-1)].filter((node) => node !== undefined)
  expect(some).toHaveLength(3)
  for (const [path, { description, details }] of some) {
    // A click on a folder also closes it, so dispatch the click on rows inside of closed folders, too.
    await page.locator(`.tree-row[data-path="${path}"]`).dispatchEvent('click')
    await expect(pane.getByRole('heading')).toHaveText(path.split('/').at(-1) ?? '')
    await expect(async () => {
      const shown = (await pane.innerText()).split('\n')
      for (const text of [path, description, details]) expect(shown).toContain(text)
    }).toPass()
  }
})

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
