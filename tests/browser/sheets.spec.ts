import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { hydrate } from './hydrate.ts'

const client = path.resolve('build/client')
const builtPages = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('index.html'),
)

test.describe("each page's own style sheet", () => {
  for (const name of builtPages) {
    test(`${name} sets every property that its rules read`, () => {
      const html = readFileSync(path.join(client, name), 'utf8')
      const rules = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => text).join('')
      const read = new Set([...rules.matchAll(/var\((--[\w-]+)\)/g)].map(([, property]) => property))
      const set = new Set([...html.matchAll(/(--[\w-]+)\s*:/g)].map(([, property]) => property))
      expect(read.size).toBeGreaterThan(20)
      expect([...read].filter((property) => !set.has(property))).toEqual([])
    })
  }

  test('a page that React puts in place looks as one that was loaded', async ({ page }) => {
    const look = () =>
      page
        .locator('.post-card')
        .first()
        .evaluate((card) => {
          const { display, borderTopWidth, rowGap } = getComputedStyle(card)
          return { display, borderTopWidth, rowGap }
        })
    await page.goto('/blog')
    const loaded = await look()
    await page.goto('/terms')
    await hydrate(page)
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await page.getByRole('banner').getByRole('link', { name: 'Blog', exact: true }).click()
    await expect(page).toHaveURL(/\/blog$/)
    expect(await look()).toEqual(loaded)
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  })

  test("without the other pages' rules React waits, and links lead as they are", async ({ page }) => {
    await page.route(/\/with-react-.*\.css$/, (route) => route.abort())
    await page.goto('/terms')
    await page.getByRole('banner').getByRole('button').first().focus()
    await page.getByRole('banner').getByRole('link', { name: 'Blog', exact: true }).click()
    await expect(page).toHaveURL(/\/blog$/)
    await expect(page.locator('.post-card').first()).toHaveCSS('display', 'flex')
    await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
  })
})
