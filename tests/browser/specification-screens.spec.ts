// Rows of section 2 of the specification that no other file here tests. Each test is named after its row.
import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { comparison } from '#content/home/comparison.ts'
import { kitFiles } from '#content/home/included.ts'
import { faq } from '#content/home/questions.ts'
import { testimonials } from '#content/home/testimonials.ts'
import { kitEntryPath } from '../../contract/paths.ts'
import { holdScripts, hydrate } from './hydrate.ts'

const bar = (page: Page) => page.getByRole('banner')
/** The descriptions of folders and files in kit/index.json. */
const kitIndex: Record<
  'folders' | 'files',
  Record<string, { description: string; details: string }>
> = JSON.parse(readFileSync(new URL('../../kit/index.json', import.meta.url), 'utf8'))
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

test('2, bar: items in order, and they scroll smoothly', async ({ page }) => {
  await page.goto('/')
  const links = await bar(page).getByRole('navigation').getByRole('link').allInnerTexts()
  expect(links.map(plain)).toEqual(['Features', 'Pricing', 'FAQ', 'Blog'])
  // The link does not get the focus, as in Safari.
  await bar(page)
    .getByRole('link', { name: 'Pricing' })
    .evaluate((link: HTMLElement) => link.click())
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'smooth')
  await expect(page.locator('#pricing').getByRole('heading').first()).toBeInViewport()
})

test.describe('2, mobile menu: closes after any choice', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true })
  for (const react of [false, true]) {
    test(react ? 'once React runs' : 'before React runs', async ({ page }) => {
      await page.goto('/')
      if (react) await hydrate(page)
      else await page.route('**/assets/*.js', (route) => route.abort())
      const menu = page.locator('#menu')
      for (const name of ['Features', 'Pricing', 'FAQ', 'Blog']) {
        await bar(page).getByRole('button', { name: 'Menu' }).click()
        await expect(menu).toBeVisible()
        await menu.getByRole('link', { name, exact: true }).click()
        await expect(menu).toBeHidden()
      }
      await expect(page).toHaveURL(/\/blog$/)
    })
  }
})

test('2, home page: the eleven parts from top to bottom, with their anchors', async ({ page }) => {
  await page.goto('/')
  await hydrate(page)
  // A section that is not laid out yet has an estimated height.
  await page.evaluate(() => {
    document.documentElement.dataset.whole = ''
  })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const parts = [
    bar(page),
    page.getByRole('heading', { level: 1 }),
    heading('The Problem'),
    heading('The Solution'),
    page.locator('#features').getByRole('heading', { name: 'Powerful Features' }),
    heading('Compare Approaches'),
    heading("What's Included"),
    heading('Complete File Structure'),
    page.locator('#pricing').getByRole('heading', { name: 'Simple Pricing' }),
    heading('What Customers Say'),
    page.locator('#faq').getByRole('heading', { level: 2 }),
    page.getByRole('button', { name: 'Get Started Today' }),
    page.getByRole('contentinfo'),
  ]
  const tops = []
  for (const part of parts) tops.push((await part.boundingBox())?.y ?? -1)
  expect(tops).toEqual([...tops].sort((a, b) => a - b))
  expect(tops).not.toContain(-1)
})

test('2, Compare table: each row says its task, its three ratings and, in its help, its description', async ({
  page,
}) => {
  await page.goto('/')
  const rows = page.getByRole('table').filter({ hasText: 'Task / Feature' }).locator('tbody tr')
  await expect(rows).toHaveCount(8)
  for (const [index, { task, ratings, description }] of comparison.rows.entries()) {
    const row = rows.nth(index)
    await expect(row.getByRole('rowheader')).toContainText(task)
    await expect(row.getByRole('button', { name: `About ${task}` })).toHaveAccessibleDescription(description)
    const cells = await row.getByRole('cell').allTextContents()
    const expected = [ratings.workspaces, ratings.branches, ratings.kit]
    expect(cells.map((text) => /(\d) out of 5/.exec(text)?.[1])).toEqual(expected.map(String))
  }
})

test('2, FAQ: each question with its answer', async ({ page }) => {
  await page.goto('/')
  const items = page.locator('#faq details')
  await expect(items).toHaveCount(faq.questions.length)
  for (const [index, { question, answer, table }] of faq.questions.entries()) {
    await expect(items.nth(index)).not.toHaveAttribute('open')
    await items.nth(index).locator('summary').click()
    await expect(items.nth(index)).toContainText(question)
    // Words in braces are replaced by figures of the kit.
    const parts = answer.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    await expect(items.nth(index).getByText(new RegExp(`^${parts.join('[^{}]+')}$`))).toBeVisible()
    for (const row of table.rows)
      await expect(items.nth(index)).toContainText('bill' in row ? row.name : row[0].replace(/^.*\}/, ''))
  }
})

test('2, Blog post: bar, way back, badge, title, date, read time, author, body, closing block, footer', async ({
  page,
}) => {
  await page.goto('/blog/aws-multi-account-strategy')
  const main = page.getByRole('main')
  const parts = [
    bar(page).getByRole('button', { name: 'Get Started' }),
    main.getByRole('link', { name: 'Back to Blog' }),
    main.getByText('AWS Best Practices', { exact: true }),
    main.getByRole('heading', { level: 1 }),
    main.getByText('January 15, 2025', { exact: true }),
    main.getByText('5 min read', { exact: true }),
    main.getByText(/^By \S/),
    main.locator('.prose p').first(),
    main.getByRole('heading', { name: 'Ready to Get Started?' }),
    main.getByRole('link', { name: 'Get the Complete Kit' }),
    page.getByRole('contentinfo'),
  ]
  for (const part of parts) await expect(part).toHaveCount(1)
  const inOrder = await page.evaluate(
    (elements) =>
      elements.every((element, index) => {
        const next = elements[index + 1]
        if (!element || !next) return true
        return (element.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
      }),
    await Promise.all(parts.map((part) => part.elementHandle())),
  )
  expect(inOrder).toBe(true)
})

test.describe('2, help tooltip: opens even as the first control that a visitor uses', () => {
  test('by hover', async ({ page }) => {
    await page.goto('/')
    await page
      .getByRole('button', { name: /^About / })
      .first()
      .hover()
    await expect(page.getByRole('tooltip')).toBeVisible()
    await page.mouse.move(2, 2)
    await expect(page.getByRole('tooltip')).toBeHidden()
  })

  test('by keyboard focus', async ({ page }) => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    await page
      .getByRole('button', { name: /^About / })
      .first()
      .focus()
    await expect(page.getByRole('tooltip')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('tooltip')).toBeHidden()
  })
})

test('2, file structure: every node shows its name, path, description and details', async ({ page }) => {
  await page.goto('/')
  await hydrate(page)
  const nodes = Object.entries({ ...kitIndex.folders, ...kitIndex.files })
  await expect(page.locator('.tree-row')).toHaveCount(nodes.length)
  const pane = page.getByRole('region', { name: kitFiles.about })
  for (const [path, { description, details }] of nodes) {
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

test('2, What Customers Say: quote, name, role and company of each of the four', async ({ page }) => {
  await page.goto('/')
  const figures = page.locator('figure').filter({ has: page.locator('blockquote') })
  await expect(figures).toHaveCount(4)
  for (const [index, { quote, name, role, company }] of testimonials.people.entries()) {
    for (const text of [quote, name, role, company]) await expect(figures.nth(index)).toContainText(text)
  }
})

test('2, Privacy Policy and Terms of Service: the points of each section, in order', async ({ page }) => {
  const points: Record<string, RegExp[]> = {
    '/privacy': [
      /collect.*name.*email.*billing.*payment.*device.*interaction/i,
      /order.*confirmation.*support.*marketing.*consent.*improve.*fraud/i,
      /not sell.*payment processors.*service providers.*law enforcement/i,
      /security/i,
      /cookies/i,
      /access.*correction.*deletion.*objection.*restriction.*portability/i,
      /retention/i,
      /children.*under 18/i,
      /changes/i,
      /contact.*privacy@/i,
    ],
    '/terms': [
      /acceptance/i,
      /non-exclusive, non-transferable.*internal business.*modifying.*updates.*during the license period/i,
      /resell.*sublicense.*notices.*competes.*credentials.*reverse engineer/i,
      /purchases are final.*no refunds once access is granted.*change does not affect orders/i,
      /intellectual property.*we keep/i,
      /email.*not guarantee response times/i,
      /as is/i,
      /limited to the amount that you paid/i,
      /you bear all costs/i,
      /indemnif/i,
      /ends if you break.*already deployed may continue to be used/i,
      /governing law|governed by the law/i,
      /changes.*by email or by a notice on this site/i,
      /contact.*legal@/i,
    ],
  }
  for (const [path, expected] of Object.entries(points)) {
    await page.goto(path)
    const text = await page.getByRole('main').locator('.prose').innerText()
    const sections = text.split(/\n(?=\d+\. )/).map(plain)
    if (!/^1\. /.test(sections[0] ?? '')) sections.shift()
    expect(sections).toHaveLength(expected.length)
    for (const [index, point] of expected.entries()) expect(sections[index]).toMatch(point)
  }
})

test("2, Payment success: the notice and the four steps of What's Next?, in order", async ({ page }) => {
  await page.goto('/payment-success')
  const main = page.getByRole('main')
  await expect(main).toContainText(/check your email for the download link/i)
  const steps = await main.getByRole('listitem').allInnerTexts()
  const expected = [
    /download.*email/i,
    /implementation guide/i,
    /1-hour consultation.*reach out/i,
    /start impl/i,
  ]
  expect(steps).toHaveLength(expected.length)
  for (const [index, step] of expected.entries()) expect(steps[index]).toMatch(step)
})
