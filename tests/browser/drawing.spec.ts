import { expect, type Page, test } from '@playwright/test'
import { drawing } from '#content/home/drawing.ts'
import { typeset } from './hydrate.ts'
import { literally, withNumbers } from './pattern.ts'

const log = (page: Page) => page.locator('.log button')
const line = (page: Page, id: string) => page.locator(`.log [data-of="${id}"]`)
const node = (page: Page, id: string) =>
  page.locator(`.plan-drawing :is(rect, path)[data-of="${id}"]`).filter({ visible: true })

/** The ids of what is drawn as one kind of shape. */
const idsOf = (page: Page, kind: 'account' | 'frame') =>
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

    test('hover in the drawing and focus in the log each highlight the resource in both', async ({
      page,
    }) => {
      await page.goto('/')
      expect(await highlighted(page)).toEqual([`${drawing.example} 2`])
      const [first = '', second = ''] = await otherAccounts(page)
      // At its corner, beside the name.
      await node(page, first).hover({ position: { x: 3, y: 3 } })
      expect(await highlighted(page)).toEqual([`${first} 2`])
      await page.mouse.move(2, 2)
      await line(page, second).focus()
      expect(await highlighted(page)).toEqual([`${second} 2`])
    })
  })
}

test('on a phone, a tap highlights the resource in the drawing and the log', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 375, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await page.goto('/')
  const [first = ''] = await otherAccounts(page)
  await line(page, first).tap()
  expect(await highlighted(page)).toEqual([`${first} 2`])
  await context.close()
})

test('log lines, nodes and totals agree', async ({ page }) => {
  await page.goto('/')
  const ids = (all: Element[]) => [...new Set(all.map((part) => part.getAttribute('data-of')))].sort()
  const lines = await log(page).evaluateAll(ids)
  const nodes = await page
    .locator('.plan-drawing :is(rect, path)[data-of]')
    .filter({ visible: true })
    .evaluateAll(ids)
  expect(nodes).toEqual(lines)
  const text = (await page.locator('.log').textContent()) ?? ''
  const numbers = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => Number(match[1]))
  const added = numbers(withNumbers(drawing.logDone))
  const more = numbers(withNumbers(drawing.logMore))
  const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)
  expect(added.length).toBeGreaterThan(0)
  expect(sum(added)).toBe(lines.length + sum(more))
})

test('the hierarchy is also available as text', async ({ page }) => {
  await page.goto('/')
  const list = page.getByRole('list', { name: drawing.spoken.list })
  for (const id of await idsOf(page, 'frame'))
    await expect(list).toContainText(drawing.spoken.unit.replace('{id}', id))
  for (const id of await idsOf(page, 'account')) {
    const text = new RegExp(`^${literally(drawing.spoken.account.replace('{id}', id))}(:|$)`)
    await expect(list.getByRole('listitem').filter({ hasText: text })).toHaveCount(1)
  }
  await expect(page.getByRole('img', { name: drawing.spoken.drawing })).toHaveCount(1)
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
    .evaluateAll((all) =>
      all.map((part) => {
        const { animationName, animationDelay, animationDuration } = getComputedStyle(part)
        return { animationName, animationDelay, animationDuration }
      }),
    )
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
