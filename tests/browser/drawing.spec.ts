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

test.use({ reducedMotion: 'no-preference' })

for (const scripts of [true, false]) {
  test.describe(`scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts, viewport: { width: 1440, height: 900 } })

    test('the pointer and the focus highlight a box and the line that adds it; a box opens its tested requests', async ({
      page,
    }) => {
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

      // The pointer over an account does not highlight its unit. Over the frame beside it, it does.
      const [unit = ''] = await idsOf(page, 'unit')
      const frame = page.locator('.org-unit').first()
      const { width = 0, height = 0 } = (await frame.boundingBox()) ?? {}
      await frame.hover({ position: { x: width / 2, y: height - 4 } })
      expect(await highlighted(page)).toContain(`${unit} 2`)
      await frame.getByRole('link').first().hover()
      expect(await highlighted(page)).not.toContain(`${unit} 2`)

      // `npm test -- site` checks the targets of the other boxes.
      await box(page, first).press('Enter')
      await expect(page).toHaveURL(`${pages.policies}#${first}`)
      await expect(page.locator(`#${first}`)).toBeVisible()
    })
  })
}

/** The log shows a number of lines, and cuts none of them. */
async function expectWholeLog(page: Page, lines: number) {
  const log = page.locator('.log')
  await expect(log).toContainText(drawing.logNote)
  await expect(log.locator('> :not(.log-note)').filter({ visible: true })).toHaveCount(lines)
  const isWhole = (box: Element) => box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth
  expect(await log.evaluate(isWhole)).toBe(true)
}

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

test('in a window of 1440 px, the drawing is one list, its log is whole, and its trunk appears before the branches', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const all = await pens(page)
  const starts = [...new Set(all.map(([delay = 0]) => delay))].sort((a, b) => a - b)
  expect(starts).toEqual([0, 60])
  for (const [delay = 0, duration = 0] of all) expect(delay + duration).toBeLessThanOrEqual(1800)

  // Each box but those of sign-in is added by one command, whose total has room for them.
  const attributes = (all: Element[]) => all.map((part) => part.getAttribute('data-of') ?? '')
  const nodes = await page.locator('.org [data-of]:not(.org-set)').evaluateAll(attributes)
  const added = (await totals(page).evaluateAll(attributes)).map((ids) => ids.split(' '))
  expect(added.flat().sort()).toEqual([...new Set(nodes)].sort())
  for (const [index, text] of (await totals(page).allTextContents()).entries())
    expect(Number(withNumbers(drawing.logDone).exec(text)?.[1])).toBeGreaterThanOrEqual(
      added[index]?.length ?? 0,
    )

  // From the management account to the accounts in their units.
  const list = page.getByRole('list', { name: drawing.spoken.list })
  for (const id of await idsOf(page, 'unit')) {
    const unit = list
      .getByRole('listitem')
      .filter({ hasText: drawing.names.unit.replace('{id}', id) })
      .last()
    await expect(unit.getByRole('list').getByRole('link')).not.toHaveCount(0)
  }

  await typeset(page)
  await expectWholeLog(page, 7)
  const sheet = await page.locator('.plan').boundingBox()
  expect((sheet?.y ?? 0) + (sheet?.height ?? 9999), 'the hero fits into the window').toBeLessThanOrEqual(900)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 900 }, hasTouch: true, isMobile: true })

  test('the log is whole, a tap on the last line of a command highlights all that it adds, and a finished drawing stays whole when the window grows', async ({
    page,
  }) => {
    const running = () =>
      page.locator('.hero .plan').evaluate((sheet) => sheet.getAnimations({ subtree: true }).length)
    await page.goto('/')
    await expectWholeLog(page, 5)
    const policies = new Set(await idsOf(page, 'policy'))
    expect(policies.size).toBeGreaterThan(0)
    await totals(page).last().tap()
    const ids = (await highlighted(page)).map((text) => text.replace(/ \d+$/, ''))
    for (const id of policies) expect(ids).toContain(id)
    expect(ids).not.toContain(drawing.example)
    await expect.poll(running).toBe(0)
    await page.setViewportSize({ width: 1440, height: 9000 })
    expect(await running()).toBe(0)
  })
})

test('with reduced motion, the final drawing is shown immediately; no text is smaller than 12 px in any window, and a focused box is in view in low ones', async ({
  page,
}) => {
  // Otherwise, the page scrolls to the focus in the course of time.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  expect(await pens(page)).toEqual([])
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

  // WCAG 2.4.7 and 2.4.11.
  for (const [width, height] of [
    [1280, 500],
    [768, 600],
    [320, 568],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height })
    const boxes = page.locator('.org a[data-of]')
    expect(await boxes.count()).toBeGreaterThan(1)
    const hidden = await boxes.evaluateAll(
      (all) =>
        all.filter((box) => {
          ;(box as HTMLElement).focus()
          const bar = document.querySelector('.bar')?.getBoundingClientRect().height ?? 0
          const { top, bottom } = box.getBoundingClientRect()
          // The browser scrolls by whole pixels.
          return document.activeElement !== box || top < bar || Math.floor(bottom) > innerHeight
        }).length,
    )
    expect.soft(hidden, `${width} × ${height}`).toBe(0)
  }
})
