import { expect, type Page, test } from '@playwright/test'
import { labels } from '#content/labels.ts'

const bar = (page: Page) => page.getByRole('banner')

const sections = [
  [labels.bar.features, 'features'],
  [labels.bar.pricing, 'pricing'],
  [labels.bar.faq, 'faq'],
] as const
const expectSection = async (page: Page, id: string) => {
  await expect(page).toHaveURL(new RegExp(`/#${id}$`))
  await expect(page.locator(`#${id}`).getByRole('heading').first()).toBeInViewport()
}

test.describe('links to sections', () => {
  test.use({ reducedMotion: 'no-preference' })

  test('a link scrolls smoothly to its section on the home page, and the address shows it', async ({
    page,
  }) => {
    await page.goto('/')
    // In Safari, a link does not get the focus.
    const link = bar(page).getByRole('link', { name: labels.bar.pricing, exact: true })
    await link.evaluate((element: HTMLElement) => element.click())
    await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'smooth')
    await expectSection(page, 'pricing')
    for (const [name, id] of sections) {
      if (id === 'pricing') continue
      await bar(page).getByRole('link', { name, exact: true }).click()
      await expectSection(page, id)
    }
  })

  test('a link on another page goes to / and scrolls to its section 100 ms after the page opens; Back returns in one step', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      if (location.pathname !== '/') return
      const arrived = performance.now()
      addEventListener('hashchange', () => {
        document.documentElement.dataset.scrolledAfter = String(performance.now() - arrived)
      })
    })
    await page.goto('/terms')
    // The links differ in their addresses alone.
    for (const [name, id] of sections)
      await expect(bar(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', `/#${id}`)
    await bar(page).getByRole('link', { name: labels.bar.faq, exact: true }).click()
    await expectSection(page, 'faq')
    // The specification fixes this delay. It may be longer on a slow machine, but never shorter.
    const after = await page.locator('html').getAttribute('data-scrolled-after')
    expect(Number(after)).toBeGreaterThanOrEqual(100)
    // This attribute makes the page fade in, as after every link from another of our pages.
    await expect(page.locator('html')).toHaveAttribute('data-arrived')
    await page.goBack()
    await expect(page).toHaveURL(/\/terms$/)
  })

  for (const [, id] of sections) {
    // The last one has the most above it. closed-page.spec.ts opens /#pricing.
    const tag = id === 'faq' ? {} : { tag: '@long' }
    test(`an address such as /#${id} shows the section`, tag, async ({ page }) => {
      await page.goto(`/#${id}`)
      await expectSection(page, id)
    })
  }
})

test.describe('navigation bar', () => {
  test('the line under the bar appears when the page scrolls, stays after a reload, and disappears at the top; the skip link is first and leads to the content; Blog goes to /blog, sets the title and moves the focus to the heading', async ({
    page,
  }) => {
    await page.goto('/')
    const isLineDrawn = () =>
      bar(page).evaluate(
        (bar) => !/^rgba\(0, 0, 0, 0\)$|\/ 0\)$/.test(getComputedStyle(bar).borderBottomColor),
      )
    await expect.poll(isLineDrawn).toBe(false)
    await page.mouse.wheel(0, 300)
    await expect.poll(isLineDrawn).toBe(true)
    await page.reload()
    await expect.poll(isLineDrawn).toBe(true)
    await page.mouse.wheel(0, -900)
    await expect.poll(isLineDrawn).toBe(false)

    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: labels.skip })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/#main$/)
    await bar(page).getByRole('link', { name: labels.bar.blog, exact: true }).click()
    await expect(page).toHaveURL(/\/blog$/)
    await expect(page).toHaveTitle(/Blog/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  test('in browsers that block storage, the theme changes; in those without speculation rules, a link under the pointer prefetches its page, but no download', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      HTMLScriptElement.supports = () => false
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('The user denied permission.', 'SecurityError')
        },
      })
    })
    await page.goto('/')
    const choice = bar(page).getByRole('radio', { name: 'Dark' })
    await choice.check()
    await expect(choice).toBeChecked()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    // A seller whose kit has no files offers no download on this page.
    const downloads = await page.locator('a[download]').all()
    for (const download of downloads) await download.hover()
    const prefetch = page.waitForRequest((request) => new URL(request.url()).pathname === '/blog')
    await bar(page).getByRole('link', { name: labels.bar.blog, exact: true }).hover()
    expect((await prefetch).isNavigationRequest()).toBe(false)
    for (const download of downloads) expect(requested).not.toContain(await download.getAttribute('href'))
  })
})

test.describe('mobile menu', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true })
  const toggle = (page: Page) => bar(page).getByRole('button', { name: labels.bar.menu })

  test('is closed at first; its button opens it, any choice closes it, and Escape returns the focus, before React runs', async ({
    page,
  }) => {
    await page.goto('/')
    await page.route('**/assets/*.js', (route) => route.abort())
    await expect(bar(page).getByRole('button', { name: labels.bar.buy })).toBeVisible()
    await expect(bar(page).getByRole('link', { name: labels.bar.features, exact: true })).toBeHidden()
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false')
    await toggle(page).click()
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false')
    await expect(toggle(page)).toBeFocused()
    const menu = page.locator(`#${await toggle(page).getAttribute('aria-controls')}`)
    for (const [name, id] of [...sections, [labels.bar.blog, '']] as const) {
      await toggle(page).click()
      await expect(menu).toBeVisible()
      await menu.getByRole('link', { name, exact: true }).click()
      await expect(menu).toBeHidden()
      if (id) await expectSection(page, id)
    }
    await expect(page).toHaveURL(/\/blog$/)
  })
})
