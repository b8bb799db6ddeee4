import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { unzipSync } from 'fflate'
import { draw } from '#content/draw.ts'
import { pages } from '../../contract/paths.ts'
import { findings, sideways, themes } from './axe.ts'
import { tagOf } from './pairs.ts'

const { form, files: words, summary } = draw
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const figure = (page: Page, name: string) =>
  page.locator('.draw-figures div', { hasText: name }).locator('dd')
const drawnNames = (page: Page) => page.locator('.plan-wide .plan-account-name').allTextContents()

/** The made files as the page shows them. */
async function shownFiles(page: Page): Promise<Record<string, string>> {
  const all = page.locator('.draw-files details')
  const paths = await all.locator('summary').allTextContents()
  const texts = await all.locator('pre').allTextContents()
  return Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? '']))
}

async function everything(page: Page) {
  return {
    names: await drawnNames(page),
    figures: await page.locator('.draw-figures dd').allTextContents(),
    tables: await page.locator('.draw-result td').allTextContents(),
    files: await shownFiles(page),
  }
}

test('an organization is drawn, its link shows the same, and its archive holds what the page shows', async ({
  page,
  context,
}) => {
  await page.goto(pages.draw)
  await expect(figure(page, summary.accounts)).toHaveText('9')
  await field(page, form.environments.label).fill('dev, prod')
  await field(page, form.teams.label).fill('billing, search')
  await page.getByLabel(form.accounts.separate).check()
  await field(page, form.egress.label).selectOption('shared')
  await page.locator('summary', { hasText: form.plans.label }).click()
  await page.getByLabel(form.plans.names.RUNTIME_MONITORING ?? '').check()
  await expect(figure(page, summary.accounts)).toHaveText('10')
  const first = await everything(page)
  expect(first.names).toEqual(expect.arrayContaining(['billing-dev', 'search-prod', 'log-archive']))
  expect(first.files['organization/terraform.tfvars']).toContain('"S3_DATA_EVENTS"')
  expect(Object.keys(first.files)).toHaveLength(7)
  // The address follows after a pause, with all choices.
  await expect(page).toHaveURL(/teams=billing%2Csearch.*RUNTIME_MONITORING/)

  const other = await context.newPage()
  await other.goto(page.url())
  await expect(figure(other, summary.accounts)).toHaveText('10')
  expect(await everything(other)).toEqual(first)
  await expect(field(other, form.teams.label)).toHaveValue('billing, search')
  await expect(other.getByLabel(form.accounts.separate)).toBeChecked()

  const download = other.waitForEvent('download')
  await other.getByRole('button', { name: words.download(7) }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe(words.archive.replace('{prefix}', 'acme'))
  const bytes = readFileSync(await saved.path())
  const unpacked = Object.entries(unzipSync(bytes)).map(([path, data]) => [
    path,
    new TextDecoder().decode(data),
  ])
  expect(Object.fromEntries(unpacked)).toEqual(first.files)
  const again = page.waitForEvent('download')
  await page.getByRole('button', { name: words.download(7) }).click()
  expect(readFileSync(await (await again).path()).equals(bytes)).toBe(true)

  await other.getByRole('button', { name: form.reset }).click()
  await expect(figure(other, summary.accounts)).toHaveText('9')
  await expect(field(other, form.teams.label)).toHaveValue('orders')
  await other.goBack()
  await expect(figure(other, summary.accounts)).toHaveText('10')
  await expect(field(other, form.teams.label)).toHaveValue('billing, search')
})

test('a refused value has the words of the kit beside its field, with keyboard alone', async ({ page }) => {
  await page.goto(pages.draw)
  await field(page, form.prefix.label).focus()
  await page.keyboard.press('ControlOrMeta+a')
  // The address writes these signs plainly.
  await page.keyboard.type('Acme: A/S')
  const prefix = field(page, form.prefix.label)
  await expect(prefix).toHaveAttribute('aria-invalid', 'true')
  await expect(prefix).toHaveAccessibleDescription(/Use 2 to 21 lower-case letters, digits and hyphens\./)
  await expect(prefix).toHaveValue('Acme: A/S')
  await expect(prefix).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: summary.refused(1) })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('acme-inc')
  await expect(prefix).not.toHaveAttribute('aria-invalid')
  await page.locator('summary', { hasText: form.regions.label }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'us-east-1' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Keep us-east-1.')).toBeVisible()
})

test('a list of names that is too long says so, and what is not counted is not said to be enough', async ({
  page,
}) => {
  await page.goto(pages.draw)
  const teams = field(page, form.teams.label)
  await teams.fill(Array.from({ length: 13 }, (_, at) => `t${at}`).join(', '))
  await expect(teams).toHaveAccessibleDescription(new RegExp(form.shortened(12, 24)))
  await teams.fill('aa, bb, cc, dd, ee, ff')
  await expect(teams).not.toHaveAttribute('aria-invalid')
  await page.getByLabel(form.accounts.separate).check()
  await expect(page.getByText(draw.quotas.unknown)).toBeVisible()
  await expect(page.getByText(draw.quotas.none)).toHaveCount(0)
  // Nobody typed a number of networks.
  const environments = field(page, form.environments.label)
  await expect(environments).toHaveAccessibleDescription(
    [form.environments.hint, form.networks(18, 16)].join(' '),
  )
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0)
  await expect(page.getByText(draw.files.refused)).toBeVisible()
})

test('while the kit refuses the names of environments, nothing is counted', async ({ page }) => {
  const names = Array.from({ length: 17 }, (_, at) => `e${at + 1}`)
  await page.goto(`${pages.draw}?environments=${names}`)
  const { environments, shortened, environmentOfTeams } = form
  await expect(field(page, environments.label)).toHaveAccessibleDescription(
    [environments.hint, shortened(12, 24), 'Use dev, staging or prod.', environmentOfTeams].join(' '),
  )
  for (const name of [summary.accounts, summary.resources, summary.bill])
    await expect(figure(page, name)).toHaveText(summary.unknown)
  for (const { unknown } of [draw.bill, draw.resources, draw.quotas])
    await expect(page.getByText(unknown)).toBeVisible()
})

test('what is drawn as something else is said beside its field, also of a link', async ({ page }) => {
  await page.goto(`${pages.draw}?security=dev,audit&domain=ex%C3%A4mple.com`)
  const security = field(page, 'security')
  await expect(security).toHaveAccessibleDescription(form.taken('dev, audit'))
  await expect(security).toBeVisible()
  const domain = field(page, form.domain.label)
  await expect(domain).toHaveAccessibleDescription(new RegExp(form.otherDomain('ex.mple.com', 40)))
  await domain.fill('example.org')
  await expect(domain).not.toHaveAttribute('aria-invalid')
  const retention = field(page, form.retention.label)
  await retention.fill('99999')
  await expect(retention).toHaveAccessibleDescription(form.otherDays(36_500, 36_500))
  await field(page, form.teams.label).fill('data_platform, web.api')
  await expect(field(page, form.teams.label)).toHaveAccessibleDescription(new RegExp(form.shortened(12, 24)))
  await expect(page.getByText('team-web')).toHaveCount(0)
})

test('back to the example by the keyboard: the fields have it, and the focus stays in the form', async ({
  page,
}) => {
  await page.goto(pages.draw)
  await field(page, form.teams.label).fill('billing')
  await expect(page).toHaveURL(/teams=billing/)
  await page.getByRole('button', { name: form.reset }).focus()
  await page.keyboard.press('Enter')
  await expect(field(page, form.teams.label)).toHaveValue('orders')
  await expect(page.getByRole('form', { name: form.name })).toBeFocused()
})

test('on a phone, the figures stay in view while the form changes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto(pages.draw)
  for (const name of [form.environments.label, form.prefix.label, form.domain.label]) {
    await field(page, name).focus()
    await expect(figure(page, summary.bill)).toBeInViewport()
    const bottom = async () => {
      const box = await field(page, name).boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    const bar = await page.locator('.draw-figures').boundingBox()
    await expect.poll(bottom).toBeLessThanOrEqual(bar?.y ?? 0)
  }
})

test('what is typed before React hydrates is not lost', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(pages.draw, { waitUntil: 'commit' })
  const teams = field(page, form.teams.label)
  await teams.fill('early')
  held.resolve()
  await expect.poll(() => drawnNames(page)).toContain('dev')
  await expect(page.getByText('team-early/environments/dev.tfvars')).toBeVisible()
  await expect(teams).toHaveValue('early')
  await expect(page).toHaveURL(/teams=early/)
})

test('a hostile address shows text, and asks for little', async ({ page }) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('dialog', (dialog) => problems.push(dialog.message()))
  const names = ['<img src=x onerror=alert(1)>', '__proto__', 'constructor', 'this', 'a'.repeat(900)].join()
  const query = new URLSearchParams({
    ...Object.fromEntries(
      ['teams', 'environments', 'workloads', 'security', 'prefix', 'domain'].map((key) => [key, names]),
    ),
    retention: '9e999',
    egress: 'javascript:alert(1)',
    accounts: 'separate',
  })
  await page.goto(`${pages.draw}?${query}`)
  await expect(page.getByText('this-this')).not.toHaveCount(0)
  expect(await page.locator('.draw img').count()).toBe(0)
  expect((await drawnNames(page)).length).toBeLessThan(200)
  expect(problems).toEqual([])
})

test('without scripts, the whole example of the kit is there', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(pages.draw)
  await expect(page.getByText(draw.noScript)).toBeVisible()
  await expect(page.getByRole('form', { name: form.name })).toBeHidden()
  await expect(figure(page, summary.accounts)).toHaveText('9')
  expect(await drawnNames(page)).toHaveLength(8)
  await expect(page.getByText('10.64.0.0/16').first()).toBeVisible()
  await expect(page.locator('.draw-files pre').first()).toContainText('management_account_id')
  await context.close()
})

for (const [index, [name, query]] of Object.entries({
  'with refused values': '?prefix=A&regions=&environments=qa,b',
  'of many accounts': '?teams=aa,bb,cc,dd,ee&accounts=separate&workloads=a,b,c&egress=shared&gateways=zones',
}).entries()) {
  for (const [widthIndex, width] of [320, 768, 1440].entries()) {
    const tag = tagOf(index, widthIndex)
    test(`an organization ${name} has no finding of axe at ${width} pixels`, tag, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.goto(pages.draw + query)
        await expect(page.locator('html')).not.toHaveAttribute('data-asked')
        for (const closed of await page.locator('.draw-disclosure summary').all()) await closed.click()
        expect(await findings(page, theme)).toEqual([])
        expect(await sideways(page)).toBe(0)
      }
    })
  }
}
