// What holds on every page, checked in one visit of each: bar and footer (specification 2), no calls (7), a silent console, React
// years after the build, axe, narrow windows, readers' own style sheets, paper, and a policy that refuses nothing while every control
// is used.
// `npm test -- long` runs axe in every theme at every width.
import { expect, type Page, test } from '@playwright/test'
import { labels } from '#content/labels.ts'
import { pages } from '../../contract/paths.ts'
import { formatDay } from '../../site/markdown/day.ts'
import { findings, sideways, themes } from './axe.ts'
import { cutOff, expectRoomForReaders } from './cut-off.ts'
import { everyPage, oneOfEachKind } from './every-page.ts'
import { hydrate } from './hydrate.ts'
import { openDialog, pressEveryControl, textsOf, watchPolicy } from './policy.ts'

const widths = [320, 768, 1440]
/** Here the layouts for phones and for wide windows meet. `npm test` looks at the first width. */
const between = [900, 768, 1023]
/** A window of 1440 pixels at 200% zoom is 720 wide (WCAG 1.4.10). */
const zoomed = 720

/** Collects the calls of a page's scripts, and what it writes to the console. */
function listen(page: Page, path: string) {
  const calls: string[] = []
  const messages: string[] = []
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) calls.push(request.url())
  })
  page.on('pageerror', (error) => messages.push(error.message))
  page.on('console', (message) => {
    // The browser logs the status of a not-found page.
    if (!(path in notFound && message.text().startsWith('Failed to load'))) messages.push(message.text())
  })
  return { calls, messages }
}

/** By address, what a not-found page says, and its link back. The one of the whole site logs the attempted path. */
const notFound: Record<string, { text: string; back: string; to: string }> = {
  '/nowhere': { text: labels.notFound.text, back: labels.back.shop, to: pages.home },
  '/blog/no-such-post': { text: labels.post.notFound.heading, back: labels.back.blog, to: pages.blog },
}

async function expectBarAndFooter(page: Page) {
  const bar = page.getByRole('banner')
  const items = [labels.bar.features, labels.bar.pricing, labels.bar.faq, labels.bar.blog]
  for (const name of items) await expect.soft(bar.getByRole('link', { name, exact: true })).toBeVisible()
  // A page that lets nothing out has no dialog: its purchase button is a link.
  const buy = { name: labels.bar.buy }
  await expect.soft(bar.getByRole('button', buy).or(bar.getByRole('link', buy))).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 400))
  expect.soft((await bar.boundingBox())?.y, 'the bar is fixed at the top').toBe(0)
  await page.evaluate(() => window.scrollTo(0, 0))
}

async function expectPaper(page: Page) {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect.soft(page.locator('html')).toHaveCSS('color-scheme', 'light')
  await expect.soft(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const part of ['.bar', '.footer']) await expect.soft(page.locator(part)).toBeHidden()
  await expect.soft(page.locator('.post-closing, .code-copy, .toc').filter({ visible: true })).toHaveCount(0)
  const closed = await page
    .locator('details > :not(summary)')
    .evaluateAll(
      (answers) =>
        answers.filter(
          (answer) =>
            !answer.checkVisibility() || (answer.parentElement?.clientHeight ?? 0) < answer.clientHeight,
        ).length,
    )
  expect.soft(closed, 'answers that are closed on paper').toBe(0)
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

for (const [index, path] of everyPage.entries()) {
  test(`${path} keeps every rule for pages`, async ({ page }) => {
    test.slow()
    const { calls, messages } = listen(page, path)
    await page.clock.setFixedTime(new Date('2031-03-04T12:00:00Z'))
    const refused = await watchPolicy(page)
    const answer = await page.goto(path)
    expect.soft(answer?.status()).toBe(path in notFound ? 404 : 200)
    expect.soft(answer?.headers()['content-security-policy']).toContain("default-src 'none'; script-src")
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText('© 2031')
    await hydrate(page)
    await expect(footer).toContainText('© 2031')
    if (path === '/privacy' || path === '/terms')
      await expect(page.getByRole('main')).toContainText(
        `${labels.text.updated} ${formatDay('2031-03-04', 'long')}`,
      )
    await page.waitForLoadState('networkidle')
    // The home page asks for the offer.
    if (path !== '/') expect.soft(calls).toEqual([])
    expect.soft(messages).toEqual(path === '/nowhere' ? [expect.stringContaining(path)] : [])
    const { text = '', back = '', to = '' } = notFound[path] ?? {}
    if (text) {
      await expect.soft(page.getByRole('main').getByText(text)).toBeVisible()
      await expect.soft(page.getByRole('main').getByRole('link', { name: back })).toHaveAttribute('href', to)
    }
    await expectBarAndFooter(page)

    for (const width of [...widths, zoomed]) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await sideways(page), `${width}px`).toBe(0)
    }
    await page.setViewportSize({ width: between[0] ?? 0, height: 900 })
    expect.soft(await cutOff(page)).toEqual([])
    await expectRoomForReaders(page, 320)
    const width = widths[index % widths.length] ?? 0
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await findings(page, 'light'), `${width}px`).toEqual([])
    if (oneOfEachKind.includes(path)) {
      await page.emulateMedia({ colorScheme: 'dark' })
      expect.soft(await findings(page, 'dark'), `dark, ${width}px`).toEqual([])
    }
    await expectPaper(page)

    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    // The policy of the tool and its controls are in closed-page.spec.ts and scp-dry-run.spec.ts.
    if (path !== pages.scpDryRun) {
      const texts = await textsOf(page)
      await pressEveryControl(page)
      if (oneOfEachKind.includes(path)) await openDialog(page)
      expect.soft(await textsOf(page)).toEqual(texts)
    }
    expect.soft(refused).toEqual([])
  })

  test(`${path} has no axe findings in any theme, and cuts nothing off, at any width`, {
    tag: '@long',
  }, async ({ page }) => {
    test.slow()
    await page.goto(path)
    for (const width of between) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await cutOff(page), `${width}px`).toEqual([])
    }
    await expectRoomForReaders(page, 375)
    for (const theme of themes) {
      for (const width of widths) {
        await page.emulateMedia({ colorScheme: theme })
        await page.setViewportSize({ width, height: 900 })
        expect.soft(await findings(page, theme), `${theme}, ${width}px`).toEqual([])
      }
    }
  })
}
