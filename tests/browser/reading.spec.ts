import { readdirSync, readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { blog } from '#content/blog.ts'
import { guarantee } from '#content/guarantee.ts'
import { labels } from '#content/labels.ts'
import { purchase } from '#content/purchase.ts'
import { site } from '#content/site.ts'
import { words } from '#content/words.ts'
import { formatDay } from '../../site/markdown/day.ts'
import { hydrate } from './hydrate.ts'

interface Post {
  title: string
  date: string
  readTime: string
  category: string
  hasCode: boolean
}

/** The posts of the content, newest first. */
const posts = readdirSync('content/posts')
  .map((name): Post => {
    const text = readFileSync(`content/posts/${name}`, 'utf8')
    const field = (key: string) => new RegExp(`^${key}: '?([^'\n]+)'?$`, 'm').exec(text)?.[1] ?? ''
    const [title, date, readTime, category] = ['title', 'date', 'readTime', 'category'].map(field)
    return { title, date, readTime, category, hasCode: /^```/m.test(text) } as Post
  })
  .toSorted((a, b) => (a.date < b.date ? 1 : -1))
const today = () =>
  new Date().toLocaleDateString(site.language, { year: 'numeric', month: 'long', day: 'numeric' })

test.describe('blog list', () => {
  test('heading, subtitle, bar and footer', async ({ page }) => {
    await page.goto('/blog')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(labels.blog.title)
    await expect(page.getByText(blog.subtitle)).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })

  test('a card for each post, newest first, with badge, title, excerpt, date and read time', async ({
    page,
  }) => {
    await page.goto('/blog')
    const cards = page.getByRole('main').getByRole('article')
    await expect(cards).toHaveCount(posts.length)
    for (const [index, post] of posts.entries()) {
      const card = cards.nth(index)
      await expect(card).toContainText(formatDay(post.date, 'short'))
      await expect(card).toContainText(post.readTime)
      await expect(card).toContainText(post.category)
      await expect(card.getByRole('heading', { name: post.title })).toBeVisible()
      await expect(card.getByRole('link').first()).toHaveAttribute('href', /^\/blog\/[a-z0-9-]+$/)
    }
    const clamp = await cards
      .first()
      .locator('p')
      .evaluateAll((all) => all.map((p) => getComputedStyle(p).webkitLineClamp))
    expect(clamp).toContain('3')
  })

  for (const [width, columns] of [
    [375, 1],
    [800, 2],
    [1440, 3],
  ] as const) {
    test(`${columns} column(s) at ${width}px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/blog')
      const leftEdges = await page
        .getByRole('main')
        .getByRole('article')
        .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)))
      expect(new Set(leftEdges).size).toBe(columns)
    })
  }
})

test.describe('blog post', () => {
  for (const post of posts) {
    test(`${post.title}: reads in the specified order`, async ({ page }) => {
      await page.goto('/blog')
      await page
        .getByRole('main')
        .getByRole('article')
        .filter({ hasText: post.title })
        .getByRole('link')
        .first()
        .click()
      await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
      const text = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ')
      const title = (await page.getByRole('heading', { level: 1 }).innerText()).replaceAll(/\s+/g, ' ')
      const positions = [
        post.category,
        title,
        formatDay(post.date, 'long'),
        post.readTime,
        `${labels.post.by} `,
        words.afterPost.heading,
        words.afterPost.button,
      ]
        .filter(Boolean)
        .map((part) => text.toLowerCase().indexOf(part.toLowerCase()))
      expect(positions).not.toContain(-1)
      expect(positions).toEqual([...positions].sort((a, b) => a - b))
      await expect(
        page.getByRole('main').getByRole('link', { name: labels.back.blog }).first(),
      ).toHaveAttribute('href', '/blog')
      await expect(
        page.getByRole('main').getByRole('link', { name: words.afterPost.button }),
      ).toHaveAttribute('href', '/')
      if (post.hasCode) await expect(page.getByRole('main').locator('pre code').first()).toBeVisible()
    })
  }

  test('an unknown id: "Post Not Found", status 404, back to the blog', async ({ page }) => {
    const response = await page.goto('/blog/no-such-post')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: labels.post.notFound.heading })).toBeVisible()
    await hydrate(page)
    await expect(page.getByRole('heading', { name: labels.post.notFound.heading })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: labels.back.blog }).click()
    await expect(page).toHaveURL(/\/blog$/)
  })
})

for (const [path, title] of [
  ['/privacy', labels.footer.privacy],
  ['/terms', labels.footer.terms],
] as const) {
  test(`${path}: title, current date, back to home`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await hydrate(page)
    await expect(page.getByRole('main')).toContainText(`${labels.text.updated} ${today()}`)
    await expect(page.getByRole('main')).not.toContainText('{')
    await page.getByRole('main').getByRole('link', { name: labels.back.home }).click()
    await expect(page).toHaveURL(/\/$/)
  })
}

test('/payment-success: its texts and buttons, and no requests', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) calls.push(request.url())
  })
  await page.goto('/payment-success?session_id=cs_test_1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(labels.success.heading)
  const main = page.getByRole('main')
  await expect(main).toContainText(labels.success.thanks)
  await expect(main).toContainText(labels.success.check)
  await expect(main).toContainText(words.success.ready)
  await expect(page.getByRole('heading', { name: labels.success.next })).toBeVisible()
  await expect(main.getByRole('listitem')).toHaveCount(purchase.next.length)
  await hydrate(page)
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([])
  await expect(main.getByRole('link', { name: labels.success.blog })).toHaveAttribute('href', '/blog')
  // The page does not offer to sell again.
  await expect(page.locator('.button-primary:visible')).toHaveCount(0)
  await expect(main).toContainText(labels.success.typed)
  if (guarantee) await expect(main).toContainText(`${guarantee.short} ${site.emails.support}`)
  await main.getByRole('link', { name: labels.back.home }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('an unknown path gets a 404 page, and the console names the path', async ({ page }) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('404', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(labels.notFound.text)).toBeVisible()
  await hydrate(page)
  await expect
    .poll(() => logged.some((line) => line.includes('/no/such/page') && !line.startsWith('Failed to load')))
    .toBe(true)
  await page.getByRole('link', { name: labels.back.shop }).click()
  await expect(page).toHaveURL(/\/$/)
})

test.describe('navigation in the blog', () => {
  const cards = (page: Page) => page.getByRole('main').getByRole('article')

  test('a post ends with links to the posts before and after it', async ({ page }) => {
    await page.goto('/blog')
    const links = cards(page).getByRole('heading').getByRole('link')
    const all = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')))
    const [newest, middle, oldest] = all.slice(-3)
    await page.goto(middle ?? '')
    const further = page.getByRole('navigation', { name: labels.post.more })
    await expect(
      further.getByRole('listitem').filter({ hasText: labels.post.next }).getByRole('link'),
    ).toHaveAttribute('href', newest ?? '')
    await further.getByRole('listitem').filter({ hasText: labels.post.previous }).getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`${oldest}$`))
    await expect(further).toContainText(labels.post.next)
    await expect(further).not.toContainText(labels.post.previous)
  })
})

test.describe('navigation in a text', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('a heading is a link to itself, so that its address can be copied', async ({ page }) => {
    await page.goto('/terms')
    const heading = page.getByRole('main').getByRole('heading', { level: 2 }).nth(3)
    const id = await heading.getAttribute('id')
    await heading.getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/terms#${id}$`))
    await expect(heading).toBeInViewport()
  })

  test('a line of text is no longer than about 68 characters', async ({ page }) => {
    await page.goto('/terms')
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
  })
})
