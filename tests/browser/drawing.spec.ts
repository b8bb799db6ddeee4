import { expect, type Page, test } from '@playwright/test'
import { drawing } from '#content/home/drawing.ts'
import { pages } from '../../contract/paths.ts'
import { typeset } from './hydrate.ts'
import { withNumbers } from './pattern.ts'

const log = (page: Page) => page.locator('.log button')
/** The last line of each command. */
const totals = (page: Page) => log(page).filter({ hasText: withNumbers(drawing.logDone) })
const box = (page: Page, id: string) => page.locator(`.org a[data-of="${id}"]`)

/** The ids of the boxes of a kind. */
const idsOf = (page: Page, kind: keyof typeof places) =>
  page
    .locator(`.org ${places[kind]}[data-of]`)
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-of') ?? ''))
const places = { account: '.org-unit a', unit: '.org-unit b', policy: '.org-policy' }

/** The ids of the accounts that are not highlighted at first. */
const otherAccounts = async (page: Page) =>
  (await idsOf(page, 'account')).filter((id) => id !== drawing.example)

/**
 * The ids of the highlighted resources, each with its number of highlighted parts. The edge of these parts is heavier, for
 * people who do not see their color.
 */
async function highlighted(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ids = new Map<string, number>()
    for (const part of document.querySelectorAll<HTMLElement>('.plan [data-of]')) {
      if (!part.checkVisibility() || getComputedStyle(part).getPropertyValue('--edge') !== '2px') continue
      const id = part.dataset.of ?? ''
      ids.set(id, (ids.get(id) ?? 0) + 1)
    }
    return [...ids].map(([id, parts]) => `${id} ${parts}`)
  })
}

for (const scripts of [true, false]) {
  test.describe(`scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts, viewport: { width: 1440, height: 900 } })

    test('the pointer and the focus each highlight a box, and the line that adds it', async ({ page }) => {
      await page.goto('/')
      const addedBy = async (id: string) => {
        const line = page.locator(`.log-done[data-of~="${id}"]`)
        return `${await line.getAttribute('data-of')} 1`
      }
      expect(await highlighted(page)).toEqual([`${drawing.example} 2`])
      const [first = '', second = ''] = await otherAccounts(page)
      await box(page, first).hover()
      expect(await highlighted(page)).toEqual([`${first} 1`, await addedBy(first)])
      await page.mouse.move(2, 2)
      await box(page, second).focus()
      expect(await highlighted(page)).toEqual([`${second} 1`, await addedBy(second)])
    })

    test('a box opens the tested requests of its account', async ({ page }) => {
      await page.goto('/')
      for (const id of await idsOf(page, 'account')) {
        await box(page, id).press('Enter')
        await expect(page).toHaveURL(`${pages.policies}#${id}`)
        await expect(page.locator(`#${id}`)).toBeVisible()
        await page.goBack()
      }
    })

    test('the pointer over an account does not highlight its unit, and over the frame beside it, it does', async ({
      page,
    }) => {
      await page.goto('/')
      const [unit = ''] = await idsOf(page, 'unit')
      const frame = page.locator('.org-unit').first()
      const { width = 0, height = 0 } = (await frame.boundingBox()) ?? {}
      await frame.hover({ position: { x: width / 2, y: height - 4 } })
      expect(await highlighted(page)).toContain(`${unit} 2`)
      await frame.getByRole('link').first().hover()
      expect(await highlighted(page)).not.toContain(`${unit} 2`)
    })
  })
}

test('on a phone, a tap on the last line of a command highlights all that it adds', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 375, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await page.goto('/')
  const policies = new Set(await idsOf(page, 'policy'))
  expect(policies.size).toBeGreaterThan(0)
  await totals(page).last().tap()
  const ids = (await highlighted(page)).map((text) => text.replace(/ \d+$/, ''))
  for (const id of policies) expect(ids).toContain(id)
  expect(ids).not.toContain(drawing.example)
  await context.close()
})

test('each box but those of sign-in is added by one command, whose total has room for them', async ({
  page,
}) => {
  await page.goto('/')
  const attributes = (all: Element[]) => all.map((part) => part.getAttribute('data-of') ?? '')
  const nodes = await page.locator('.org [data-of]:not(.org-set)').evaluateAll(attributes)
  const added = (await totals(page).evaluateAll(attributes)).map((ids) => ids.split(' '))
  expect(added.flat().sort()).toEqual([...new Set(nodes)].sort())
  for (const [index, text] of (await totals(page).allTextContents()).entries())
    expect(Number(withNumbers(drawing.logDone).exec(text)?.[1])).toBeGreaterThanOrEqual(
      added[index]?.length ?? 0,
    )
})

for (const [width, lines] of [
  [1440, 7],
  [375, 5],
] as const) {
  test(`the log has ${lines} lines in a window of ${width}px, and none is cut`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const log = page.locator('.log')
    await expect(log).toContainText(drawing.logNote)
    await expect(log.locator('> :not(.log-note)').filter({ visible: true })).toHaveCount(lines)
    const isWhole = (box: Element) =>
      box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth
    expect(await log.evaluate(isWhole)).toBe(true)
  })
}

test('the drawing is one list, from the management account to the accounts in their units', async ({
  page,
}) => {
  await page.goto('/')
  const list = page.getByRole('list', { name: drawing.spoken.list })
  for (const id of await idsOf(page, 'unit')) {
    const unit = list
      .getByRole('listitem')
      .filter({ hasText: drawing.names.unit.replace('{id}', id) })
      .last()
    await expect(unit.getByRole('list').getByRole('link')).not.toHaveCount(0)
  }
})

test('the hero and its drawing fit into 900px in a window of 1440px', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  await typeset(page)
  const sheet = await page.locator('.plan').boundingBox()
  expect((sheet?.y ?? 0) + (sheet?.height ?? 9999)).toBeLessThanOrEqual(900)
})

/** How the pseudo-elements of the drawing appear. */
const pens = (page: Page) =>
  page.locator('.org, .org *').evaluateAll((all) =>
    all
      .flatMap((part) => ['::before', '::after'].map((pseudo) => getComputedStyle(part, pseudo)))
      .filter(({ content, animationName }) => content !== 'none' && animationName !== 'none')
      .map(({ animationDelay, animationDuration }) =>
        [animationDelay, animationDuration].map((time) => Math.round(Number.parseFloat(time) * 1000)),
      ),
  )

test('the lines of the drawing appear one after another, 60 ms apart and within 1.8 s', async ({ page }) => {
  await page.goto('/')
  const all = await pens(page)
  const starts = [...new Set(all.map(([delay = 0]) => delay))].sort((a, b) => a - b)
  expect(starts).toEqual([0, 60, 120, 180, 240])
  for (const [delay = 0, duration = 0] of all) expect(delay + duration).toBeLessThanOrEqual(1800)
})

test('a finished drawing stays whole when the window grows', async ({ page }) => {
  const running = () =>
    page.locator('.hero .plan').evaluate((sheet) => sheet.getAnimations({ subtree: true }).length)
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/')
  await expect.poll(running).toBe(0)
  await page.setViewportSize({ width: 1440, height: 9000 })
  expect(await running()).toBe(0)
})

test('with reduced motion, the final drawing is shown immediately', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  expect(await pens(page)).toEqual([])
})

test('no text is smaller than 12px in any window, even in the scaled drawing', async ({ page }) => {
  await page.goto('/')
  for (const width of [320, 375, 768, 1024, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const small = await page
      .locator('main p, main a, main small, main button, main td, main th, main dt, main dd, .org li, .org b')
      .evaluateAll((all) =>
        all
          .filter((part) => part.checkVisibility())
          .map((part) => ({
            text: part.textContent?.slice(0, 30),
            size: Number.parseFloat(getComputedStyle(part).fontSize),
          }))
          .filter(({ size }) => size < 11.99),
      )
    expect.soft(small, `${width}px`).toEqual([])
  }
})

// WCAG 2.4.7 and 2.4.11.
for (const [width, height] of [
  [1280, 500],
  [768, 600],
  [320, 568],
  [320, 256],
] as const)
  test(`a focused box is in view at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    const bar = (await page.getByRole('banner').boundingBox())?.height ?? 0
    for (const id of [...(await otherAccounts(page)), drawing.example]) {
      await box(page, id).focus()
      await expect
        .poll(async () => {
          const found = await box(page, id).boundingBox()
          // The browser scrolls by whole pixels.
          return found && found.y >= bar && Math.floor(found.y + found.height) <= height
        }, id)
        .toBe(true)
    }
  })
