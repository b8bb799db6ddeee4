// Where parts of a page stand beside each other, and where a text may break.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { labels } from '#content/labels.ts'
import { scpDryRun } from '#content/scp-dry-run.ts'
import { kitFilePath, pages } from '../../contract/paths.ts'
import { brokenWords } from './broken-words.ts'

const codeFile = kitFilePath('organization/scp-protect-security.json')

const open = async (page: Page, path: string, width: number) => {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(path)
}
const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: -1, y: -1, width: -1, height: -1 }

test('a code file is copied from the bar above it, and a shade shows in both themes that code goes on', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, codeFile, 375)
  const bar = page.locator('.kit-file-code figcaption')
  await expect(bar).toContainText('scp-protect-security.json')
  await bar.getByRole('button').click()
  await expect(bar.getByRole('button')).toHaveText(labels.post.copy.done)
  const code = await page.locator('.kit-file-code code').textContent()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)

  const scrolled = page.locator('.kit-file-code pre')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { x, y, width } = await scrolled.evaluate((pre) => {
      pre.scrollTo({ left: 0, behavior: 'instant' })
      pre.scrollIntoView({ block: 'center' })
      scrollTo({ top: scrollY + pre.getBoundingClientRect().top - 200, behavior: 'instant' })
      return pre.getBoundingClientRect().toJSON() as DOMRect
    })
    // In the padding above the first line, nothing but the background is at the edge.
    const edge = () => page.screenshot({ clip: { x: x + width - 8, y: y + 3, width: 6, height: 6 } })
    const shade = await edge()
    await scrolled.evaluate((pre) => pre.scrollTo({ left: pre.scrollWidth, behavior: 'instant' }))
    expect(await edge(), colorScheme).not.toEqual(shade)
  }
})

test('no date of a row is broken, and the labels of a policy and of its accounts are level and alike', async ({
  page,
}) => {
  await page.goto(pages.scpDryRun)
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const lines = await page.locator('[data-rows] td:last-child > span').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const text = cell.firstChild
        if (!text) return []
        return [...(text.textContent ?? '').matchAll(/\d{4}-\d\d-\d\d/g)].map(({ index, 0: date }) => {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + date.length)
          return range.getClientRects().length
        })
      }),
    )
    expect(lines.length).toBeGreaterThan(0)
    expect(new Set(lines), `${width}px`).toEqual(new Set([1]))
  }

  // The last width.
  const name = scpDryRun.policies.name.replace('{number}', '1')
  const [policy, accounts] = [name, scpDryRun.policies.accounts.replace('{name}', name)].map((text) =>
    page.getByText(text, { exact: true }),
  ) as [Locator, Locator]
  const [left, right] = [await boxOf(policy), await boxOf(accounts)]
  expect(right.y).toBe(left.y)
  expect(right.height).toBe(left.height)
})

test('the home page: columns of the footer, a highlighted unit, and at 768 px the three crops and the letters of the drawing', async ({
  page,
}) => {
  await page.goto('/')
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const hidden = await page
      .locator('.try pre')
      .evaluateAll((all) => all.map((code) => code.scrollWidth - code.clientWidth))
    expect(hidden, `${width}px`).toEqual([0])
    const columns = await page
      .locator('.footer-column')
      .evaluateAll((all) =>
        all.map(
          (column) =>
            new Set([...column.querySelectorAll('h2, li')].map((part) => part.getBoundingClientRect().left))
              .size,
        ),
      )
    expect(new Set(columns), `${width}px`).toEqual(new Set([1]))
    if (width > 768) continue
    const isCut = await page.locator('.try-row').evaluate((row) => row.scrollWidth > row.clientWidth)
    expect(isCut, 'the crops stand side by side').toBe(false)
    expect(await brokenWords(page.locator('.try ul[translate=no] li'))).toEqual([])
    const letters = await page.locator('.org').evaluate((one) => getComputedStyle(one).fontSize)
    expect(Number.parseFloat(letters)).toBeGreaterThanOrEqual(12)
  }

  const policy = page.locator('.org-unit .org-policy').last()
  const { x, y, height } = await boxOf(page.locator('.org-unit').last())
  await page.mouse.move(x + 6, y + height - 60)
  await expect(policy).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
})
