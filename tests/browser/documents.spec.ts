import { expect, type Page, test } from '@playwright/test'
import { everyPage } from './every-page.ts'
import { hydrate } from './hydrate.ts'

const post = '/blog/aws-iam-identity-center-guide'

test.describe('code in a post', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('is copied by its button, at the first press, before React is there', async ({ page }) => {
    await page.goto(post)
    const block = page.locator('figure.code').first()
    const caption = await block.locator('figcaption > span').textContent()
    const button = block.getByRole('button', { name: `Copy ${caption}`, exact: true })
    await button.click()
    await expect(button).toHaveText('Copied')
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(await block.locator('code').textContent())
  })
})

test('an unknown post reached inside the site is not found, without a reload', async ({ page }) => {
  await page.goto('/blog')
  await hydrate(page)
  await page.evaluate(() => {
    document.body.dataset.kept = ''
    history.pushState({ key: 'x', idx: 1 }, '', '/blog/no-such-post')
    dispatchEvent(new PopStateEvent('popstate', { state: { key: 'x', idx: 1 } }))
  })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post Not Found')
  await expect(page.locator('body')).toHaveAttribute('data-kept')
})

for (const path of everyPage) {
  test(`${path}: React takes over years later, in another time zone, without a complaint`, async ({
    page,
  }) => {
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      const expected = /404/.test(message.text())
      if (message.type() === 'error' && !expected) complaints.push(message.text())
    })
    await page.clock.setFixedTime(new Date('2031-03-04T12:00:00Z'))
    await page.goto(path)
    await expect(page.getByRole('contentinfo')).toContainText('© 2031')
    await hydrate(page)
    await expect(page.getByRole('contentinfo')).toContainText('© 2031')
    if (path === '/privacy' || path === '/terms')
      await expect(page.getByRole('main')).toContainText('Last updated: March 4, 2031')
    expect(complaints).toEqual([])
  })
}

/** @returns what lets the faces come */
async function openWithoutFaces(page: Page, url: string) {
  const faces = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await faces.promise
    await route.continue()
  })
  await page.goto(url)
  return faces.resolve
}

test.describe("the home page's last parts", () => {
  const areLaidOut = (page: Page, selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => [
        ...new Set(all.map((part) => part.checkVisibility({ contentVisibilityAuto: true }))),
      ])

  test('are put off until the faces are there', async ({ page }) => {
    const last = '.faq-section h2, .closing h2, .footer a'
    const letFacesCome = await openWithoutFaces(page, '/')
    expect(await areLaidOut(page, last)).toEqual([false])
    letFacesCome()
    await expect.poll(() => areLaidOut(page, last)).toEqual([true])
  })

  test('for whoever jumps down meanwhile, what is above stays put off', async ({ page }) => {
    const letFacesCome = await openWithoutFaces(page, '/')
    await page.locator('#compare').evaluate((section) => section.scrollIntoView({ behavior: 'instant' }))
    await expect.poll(() => areLaidOut(page, '#compare h2')).toEqual([true])
    letFacesCome()
    await expect.poll(() => areLaidOut(page, '.closing h2, .footer a')).toEqual([true])
    expect(await areLaidOut(page, '.problem-list h3')).toEqual([false])
    await page.locator('.problem-list h3').first().scrollIntoViewIfNeeded()
    await expect.poll(() => areLaidOut(page, '.problem-list h3')).toEqual([true])
  })
})

test.describe('the sections of a post', () => {
  const isLaidOut = (page: Page) =>
    page
      .locator('.prose > section:last-child > p')
      .first()
      .evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))

  test('are put off until the faces are there, or a link leads into the page', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const letFacesCome = await openWithoutFaces(page, post)
    expect(await isLaidOut(page)).toBe(false)
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last().click()
    expect(await isLaidOut(page)).toBe(true)
    await expect(page.locator('.prose > section:last-child > h2')).toBeInViewport()

    await page.goto('/')
    await page.goto(post)
    expect(await isLaidOut(page)).toBe(false)
    letFacesCome()
    await expect.poll(() => isLaidOut(page)).toBe(true)
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })
    test('are never put off', async ({ page }) => {
      await page.goto(post)
      await expect(page.locator('.prose > section').last()).toHaveCSS('content-visibility', 'visible')
    })
  })
})
