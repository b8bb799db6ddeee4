// Rows of the specification that no other file here asserts; each test is named by its section and row.
import { expect, type Page, test } from '@playwright/test'
import type { FileNode } from '../../content/home/kit-file.ts'
import { kitFiles } from '../../content/home/kit-files.ts'
import { testimonials } from '../../content/home/testimonials.ts'
import { hydrate } from './hydrate.ts'

const everyPage = [
  '/',
  '/blog',
  '/blog/aws-iam-identity-center-guide',
  '/blog/no-such-post',
  '/privacy',
  '/terms',
  '/payment-success',
  '/nowhere',
]
const bar = (page: Page) => page.getByRole('banner')
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

test('2, bar: items in order, and they scroll smoothly', async ({ page }) => {
  await page.goto('/')
  const links = await bar(page).getByRole('navigation').getByRole('link').allInnerTexts()
  expect(links.map(plain)).toEqual(['Features', 'Pricing', 'FAQ', 'Blog'])
  // Without a focus on the link, as in Safari.
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

test('2, bar and footer: on every page, the current year in the copyright line', async ({ page }) => {
  for (const path of everyPage) {
    await page.goto(path)
    await expect(bar(page)).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()}`)
  }
})

test.describe('2, help tooltip: opens also where it is the first thing that is used', () => {
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
  const flat = (nodes: FileNode[]): FileNode[] =>
    nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
  await page.goto('/')
  await hydrate(page)
  const nodes = flat(kitFiles)
  await expect(page.locator('.tree [data-path]')).toHaveCount(nodes.length)
  const panels = await page
    .locator('#kit-panels')
    .evaluate((all) =>
      Array.from(all.children, (panel) => Array.from(panel.children, (child) => child.textContent)),
    )
  expect(panels).toEqual(
    nodes.map(({ name, path, description, details }) => [name, path, description, details]),
  )
  const file = page.getByRole('treeitem', { name: 'README.md', exact: true }).last()
  await file.click()
  await expect(page.locator('.kit-panel').filter({ visible: true })).toHaveCount(1)
})

test('2, file structure: a folder pressed before React runs is closed and selected', async ({ page }) => {
  await page.goto('/')
  await page.locator('.tree summary', { hasText: /^networking$/ }).click()
  await page.locator('html[data-hydrated]').waitFor()
  const folder = page.getByRole('treeitem', { name: 'networking', exact: true })
  await expect(folder).toHaveAttribute('aria-selected', 'true')
  await expect(folder).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('heading', { name: 'networking', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Explore the Kit Files' })).toBeHidden()
})

test('2, file structure: the address of a file opens its panel, and React leaves it open', async ({
  page,
}) => {
  const [, file] = kitFiles.flatMap((node) => node.children ?? []).filter(({ type }) => type === 'file')
  await page.goto('/')
  const href = await page.locator(`.tree a[data-path="${file?.path}"]`).getAttribute('href')
  await page.goto('/blog')
  await page.goto(`/${href}`)
  const panel = page.locator('.kit-panel').filter({ visible: true })
  await expect(panel.locator('.kit-path')).toHaveText(file?.path ?? '')
  await hydrate(page)
  await expect(panel.locator('.kit-path')).toHaveText(file?.path ?? '')
  await expect(page.locator(`[data-path="${file?.path}"]`)).toHaveAttribute('aria-selected', 'true')
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
  for (const [path, wanted] of Object.entries(points)) {
    await page.goto(path)
    const text = await page.getByRole('main').locator('.prose').innerText()
    const sections = text.split(/\n(?=\d+\. )/).map(plain)
    if (!/^1\. /.test(sections[0] ?? '')) sections.shift()
    expect(sections).toHaveLength(wanted.length)
    for (const [index, point] of wanted.entries()) expect(sections[index]).toMatch(point)
  }
})

test("2, Payment success: the notice and the four steps of What's Next?, in order", async ({ page }) => {
  await page.goto('/payment-success')
  const main = page.getByRole('main')
  await expect(main).toContainText(/check your email for the download link/i)
  const steps = await main.getByRole('listitem').allInnerTexts()
  const wanted = [
    /download.*email/i,
    /implementation guide/i,
    /1-hour consultation.*reach out/i,
    /start impl/i,
  ]
  expect(steps).toHaveLength(wanted.length)
  for (const [index, step] of wanted.entries()) expect(steps[index]).toMatch(step)
})

test.describe('4, notifications: dismissed by', () => {
  const toast = (page: Page) => page.locator('[data-sonner-toast]')
  async function show(page: Page, answer: { status: number; json: object }) {
    await page.route('**/functions/v1/create-checkout', (route) => route.fulfill(answer))
    await page.goto('/blog')
    await bar(page).getByRole('button', { name: 'Get Started' }).click()
    await page.getByLabel('Full Name').fill('Ada')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  test('swipe', async ({ page }) => {
    await show(page, { status: 502, json: { error: 'Away.' } })
    await expect(toast(page)).toContainText('Checkout failed')
    const box = await toast(page).boundingBox()
    if (!box) throw new Error('The toast has no place.')
    await page.mouse.move(box.x + 30, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + 90, box.y + box.height / 2, { steps: 60 })
    await page.mouse.move(box.x + 250, box.y + box.height / 2, { steps: 20 })
    await page.mouse.up()
    await expect(toast(page)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('timer', async ({ page, context }) => {
    await context.route('**/hosted', (route) => route.fulfill({ contentType: 'text/html', body: 'Hosted' }))
    await page.clock.install()
    await show(page, { status: 200, json: { url: 'http://localhost/hosted' } })
    await page.clock.runFor(1_000)
    await expect(toast(page)).toContainText('Checkout opened')
    await page.bringToFront()
    await page.clock.runFor(20_000)
    await expect(toast(page)).toHaveCount(0)
  })

  test('its action', async ({ page, context }) => {
    await context.route('**/hosted', (route) => route.fulfill({ contentType: 'text/html', body: 'Hosted' }))
    await page.addInitScript(() => {
      window.open = () => null
    })
    await show(page, { status: 200, json: { url: 'http://localhost/hosted' } })
    const opened = context.waitForEvent('page')
    await toast(page).getByRole('link', { name: 'Open checkout' }).click()
    expect((await opened).url()).toBe('http://localhost/hosted')
    await expect(toast(page)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})

test('7, blog posts, legal pages and the payment-success page make no calls', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) calls.push(request.url())
  })
  for (const path of everyPage.slice(2)) {
    await page.goto(path)
    await hydrate(page)
    await page.waitForLoadState('networkidle')
  }
  expect(calls).toEqual([])
})

test('8, unhandled routing failure: "Unexpected Application Error!" with the status below', async ({
  page,
}) => {
  await page.route('**/privacy.data*', (route) => route.fulfill({ status: 503, body: 'Away' }))
  await page.goto('/blog')
  await hydrate(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(page.getByRole('main')).toContainText('503')
})

test('9, data-fetching defaults: 3 retries, each later than the one before; the page works without', async ({
  page,
}) => {
  await page.clock.install()
  let asked = 0
  await page.route('**/functions/v1/offer', (route) => {
    asked++
    return route.fulfill({ status: 503, json: { error: 'Away.' } })
  })
  await page.goto('/')
  await hydrate(page)
  for (const [ms, times] of [
    [0, 1],
    [1_000, 2],
    [2_000, 3],
    [4_000, 4],
  ] as const) {
    await page.clock.runFor(ms)
    await expect.poll(() => asked).toBe(times)
  }
  await page.clock.runFor(120_000)
  expect(asked).toBe(4)
  await expect(page.locator('#pricing')).toContainText('$348')
})

test('history: what is open does not follow to another page, and the way back is as it was left', async ({
  page,
}) => {
  await page.goto('/')
  await hydrate(page)
  await page.evaluate(() => window.scrollTo({ top: 2_000, behavior: 'instant' }))
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Blog' })
    .evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveTitle(/Blog/)
  await bar(page).getByRole('button', { name: 'Get Started' }).click()
  await page.getByLabel('Full Name').fill('Ada')
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(2_000)
  await expect(page.locator('#kit-panels > *').first()).toBeAttached()
  await bar(page).getByRole('button', { name: 'Get Started' }).click()
  await expect(page.getByLabel('Full Name')).toHaveValue('Ada')
})

test('history: a reload keeps the place', async ({ page }) => {
  await page.goto('/')
  await hydrate(page)
  await page.evaluate(() => window.scrollTo({ top: 5_000, behavior: 'instant' }))
  const place = () => page.locator('#pricing').evaluate((all) => Math.round(all.getBoundingClientRect().top))
  const before = await place()
  await page.reload()
  await expect.poll(place).toBe(before)
  await hydrate(page)
  expect(await place()).toBe(before)
})

test('an address with a % that is no escape breaks nothing', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto('/#%E0%A4%A')
  await hydrate(page)
  expect(errors).toEqual([])
})

test('the console is silent on every page, before React and after, and from page to page', async ({
  page,
}) => {
  const said: string[] = []
  page.on('pageerror', (error) => said.push(error.message))
  page.on('console', (message) => said.push(message.text()))
  for (const path of everyPage.filter((path) => !/no/.test(path))) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await hydrate(page)
  }
  await page.goto('/')
  await hydrate(page)
  for (const name of ['Blog', 'Privacy Policy', 'Terms of Service', 'FAQ']) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await expect(page).toHaveURL(/\/#faq$/)
  expect(said).toEqual([])
})
