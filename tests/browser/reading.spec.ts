import { expect, test } from '@playwright/test'
import { labels } from '#content/labels.ts'

test.describe('blog list', () => {
  test('1, 2 or 3 columns by width, excerpts of at most 3 lines, and the feet of a row are level and begin alike', async ({
    page,
  }) => {
    await page.goto('/blog')
    const cards = page.getByRole('main').getByRole('article')
    for (const [width, columns] of [
      [375, 1],
      [800, 2],
      [1440, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const leftEdges = await cards.evaluateAll((all) =>
        all.map((card) => Math.round(card.getBoundingClientRect().left)),
      )
      expect(new Set(leftEdges).size, `${width}px`).toBe(columns)
    }
    const clamp = await cards
      .first()
      .locator('p')
      .evaluateAll((all) => all.map((p) => getComputedStyle(p).webkitLineClamp))
    expect(clamp).toContain('3')

    await page.setViewportSize({ width: 1024, height: 900 })
    const feet = page.locator('.post-card-foot')
    const [first, second, third] = [
      await feet.nth(0).boundingBox(),
      await feet.nth(1).boundingBox(),
      await feet.nth(2).boundingBox(),
    ]
    expect(first).not.toBeNull()
    expect([second?.y, third?.y]).toEqual([first?.y, first?.y])
    const gaps = await feet.evaluateAll((all) =>
      all.map((foot) => {
        const [date, time] = [...foot.children].map((part) => part.getBoundingClientRect())
        return Math.round((time?.left ?? 0) - (date?.right ?? 0))
      }),
    )
    expect(new Set(gaps).size).toBe(1)
  })
})

test.describe('navigation in a text', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('a heading is a link to itself, a line has no more than about 68 characters, and the focus is visible in the table of contents', async ({
    page,
  }) => {
    await page.goto('/terms')
    const heading = page.getByRole('main').getByRole('heading', { level: 2 }).nth(3)
    const id = await heading.getAttribute('id')
    await heading.getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/terms#${id}$`))
    await expect(heading).toBeInViewport()

    const paragraph = page.getByRole('main').locator('.prose > p').first()
    const { width, ch } = await paragraph.evaluate((element) => {
      const probe = document.createElement('span')
      probe.textContent = '0'.repeat(10)
      element.append(probe)
      const result = {
        width: element.getBoundingClientRect().width,
        ch: probe.getBoundingClientRect().width / 10,
      }
      probe.remove()
      return result
    })
    expect(width / ch).toBeLessThan(68.5)

    // In a short window, the table of contents keeps the focus visible.
    await page.setViewportSize({ width: 1093, height: 500 })
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
    const links = page.getByRole('navigation', { name: labels.text.contents }).getByRole('link')
    await links.last().focus()
    await expect(links.last()).toBeInViewport({ ratio: 1 })
  })
})
