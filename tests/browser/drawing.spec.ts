import { expect, type Page, test } from '@playwright/test'
import { drawing } from '#content/home/drawing.ts'
import { pages } from '../../contract/paths.ts'
import { typeset } from './hydrate.ts'
import { literally, withNumbers } from './pattern.ts'

const log = (page: Page) => page.locator('.log button')
/** The last line of each command. */
const totals = (page: Page) => log(page).filter({ hasText: withNumbers(drawing.logDone) })
const link = (page: Page, id: string) => page.locator(`.plan li a[data-of="${id}"]`)
const node = (page: Page, id: string) =>
  page.locator(`.plan-drawing :is(rect, path)[data-of="${id}"]`).filter({ visible: true })

/** The ids of what is drawn as one kind of shape. */
const idsOf = (page: Page, kind: 'account' | 'frame' | 'policy') =>
  page
    .locator(`.plan-wide .plan-${kind}[data-of]`)
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-of') ?? ''))

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
    for (const part of document.querySelectorAll<HTMLElement>('.plan :is(rect, path, button)[data-of]')) {
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

    test('hover in the drawing and focus in its list each highlight a box, and the line that adds it', async ({
      page,
    }) => {
      await page.goto('/')
      const addedBy = async (id: string) => {
        const line = page.locator(`.log-done[data-of~="${id}"]`)
        return `${await line.getAttribute('data-of')} 1`
      }
      expect(await highlighted(page)).toEqual([`${drawing.example} 2`])
      const [first = '', second = ''] = await otherAccounts(page)
      await node(page, first).hover()
      expect(await highlighted(page)).toEqual([`${first} 1`, await addedBy(first)])
      await page.mouse.move(2, 2)
      await link(page, second).focus()
      expect(await highlighted(page)).toEqual([`${second} 1`, await addedBy(second)])
    })

    test('a box opens the page that answers for its account', async ({ page }) => {
      await page.goto('/')
      const [first = ''] = await otherAccounts(page)
      await node(page, first).click()
      await expect(page).toHaveURL(`${pages.policies}?account=${first}`)
      await page.goto('/')
      await link(page, drawing.example).press('Enter')
      await expect(page).toHaveURL(`${pages.policies}?account=${drawing.example}`)
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
  const nodes = await page
    .locator('.plan-drawing :is(rect, path)[data-of]:not(.plan-set)')
    .filter({ visible: true })
    .evaluateAll(attributes)
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

test('the hierarchy is also available as text', async ({ page }) => {
  await page.goto('/')
  const list = page.getByRole('list', { name: drawing.spoken.list })
  for (const id of await idsOf(page, 'frame'))
    await expect(list).toContainText(drawing.spoken.unit.replace('{id}', id))
  for (const id of await idsOf(page, 'account')) {
    const text = new RegExp(`^${literally(drawing.spoken.account.replace('{id}', id))}(:|$)`)
    await expect(list.getByRole('listitem').filter({ hasText: text })).toHaveCount(1)
  }
})

test('the hero and its drawing fit into 900px in a window of 1440px', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  await typeset(page)
  const sheet = await page.locator('.plan').boundingBox()
  expect((sheet?.y ?? 0) + (sheet?.height ?? 9999)).toBeLessThanOrEqual(900)
})

test('the lines of the drawing appear one after another, 60 ms apart and within 1.8 s', async ({ page }) => {
  await page.goto('/')
  const ms = (time: string) => Number.parseFloat(time) * 1000
  const lines = await page
    .locator('.plan .plan-stroke')
    .filter({ visible: true })
    .evaluateAll((all) => {
      // They may be drawn already.
      document.querySelector('[data-drawn]')?.removeAttribute('data-drawn')
      return all.map((part) => {
        const { animationName, animationDelay, animationDuration } = getComputedStyle(part)
        return { animationName, animationDelay, animationDuration }
      })
    })
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.every(({ animationName }) => animationName === 'draw')).toBe(true)
  const starts = lines.map(({ animationDelay }) => Math.round(ms(animationDelay)))
  // A drawing without some kinds of boxes leaves out their turns.
  expect(new Set(starts).size).toBe(starts.length)
  expect(Math.min(...starts)).toBe(0)
  for (const start of starts) expect(start % 60).toBe(0)
  for (const line of lines)
    expect(ms(line.animationDelay) + ms(line.animationDuration)).toBeLessThanOrEqual(1800)
})

test('a finished drawing stays whole when the window grows to the other one', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/')
  await expect(page.locator('.hero .plan')).toHaveAttribute('data-drawn', '')
  await page.setViewportSize({ width: 1440, height: 9000 })
  await expect(page.locator('.plan-wide')).toBeVisible()
  const running = await page
    .locator('.hero .plan')
    .evaluate((sheet) => sheet.getAnimations({ subtree: true }).length)
  expect(running).toBe(0)
})

for (const path of [pages.policies])
  test(`in a picture of the whole page ${path}, the drawing has all its lines`, async ({ page }) => {
    await page.goto(path)
    const lines = page.locator('.plan .plan-stroke').filter({ visible: true })
    await expect(lines.first()).toBeVisible()
    // The browser would start an animation anew when the window grows for the picture.
    for (const line of await lines.all()) await expect(line).toHaveCSS('animation-name', 'none')
  })

test('with reduced motion, the final drawing is shown immediately', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const animated = await page
    .locator('.plan-drawing *')
    .evaluateAll((all) => all.filter((part) => getComputedStyle(part).animationName !== 'none').length)
  expect(animated).toBe(0)
})

test('no text is smaller than 12px in any window, even in scaled drawings', async ({ page }) => {
  await page.goto('/')
  for (const width of [320, 375, 768, 1024, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const small = await page
      .locator('main text, main p, main a, main button, main td, main th, main dt, main dd')
      .evaluateAll((all) =>
        all
          .filter((part) => part.checkVisibility())
          .map((part) => {
            const svg = part.closest('svg')
            const natural = svg?.viewBox.baseVal.width
            const scale = svg && natural ? svg.getBoundingClientRect().width / natural : 1
            return {
              text: part.textContent?.slice(0, 30),
              size: Number.parseFloat(getComputedStyle(part).fontSize) * scale,
            }
          })
          .filter(({ size }) => size < 11.99),
      )
    expect.soft(small, `${width}px`).toEqual([])
  }
})

// WCAG 2.4.7 and 2.4.11: the links with the focus are not drawn, so their boxes show it.
for (const [width, height] of [
  [1280, 500],
  [768, 600],
  [320, 568],
  [320, 256],
] as const)
  test(`the box of a focused link is in view at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    const bar = (await page.getByRole('banner').boundingBox())?.height ?? 0
    for (const id of [...(await otherAccounts(page)), drawing.example]) {
      await link(page, id).focus()
      await expect
        .poll(async () => {
          const box = await node(page, id).boundingBox()
          return box && box.y >= bar && box.y + box.height <= height
        }, id)
        .toBe(true)
    }
  })
