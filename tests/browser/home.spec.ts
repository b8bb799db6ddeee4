import { expect, type Page, test } from '@playwright/test'
import { catalog } from '../../content/catalog.ts'
import { formatUsd } from '../../contract/money.ts'
import { percentOff } from '../../contract/prices.ts'
import { hydrate } from './hydrate.ts'

test.beforeEach(({ page }) => page.goto('/'))

test('hero: headline and the purchase button that opens the dialog', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await page.getByRole('button', { name: 'Get the Complete Kit + 1-Hour Consultation' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('The Problem lists five problems; The Solution claims 80% of manual work', async ({ page }) => {
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'The Problem', exact: true }) })
  for (const word of [/weeks/i, /security/i, /standard/i, /drift/i, /consultant/i])
    await expect(section).toContainText(word)
  await expect(page.getByRole('heading', { name: 'The Solution' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('80% of manual work')
})

test('Powerful Features: eight cards at #features', async ({ page }) => {
  const features = page.locator('#features')
  await expect(features.getByRole('heading', { name: 'Powerful Features' })).toBeVisible()
  await expect(features.getByRole('heading', { level: 3 })).toHaveCount(8)
  for (const topic of [
    /organization/i,
    /identity center/i,
    /user.*group/i,
    /team/i,
    /infrastructure as code/i,
    /security/i,
    /multi-environment/i,
    /battle-tested/i,
  ]) {
    await expect(features.getByRole('heading', { level: 3, name: topic }).first()).toBeVisible()
  }
})

test.describe('Compare Approaches', () => {
  const table = (page: Page) => page.getByRole('table').filter({ hasText: 'Task / Feature' })

  test('four columns and eight rows, each with three ratings of 0 to 5', async ({ page }) => {
    for (const name of ['Task / Feature', 'Workspaces', 'Branches', 'This Kit']) {
      await expect(table(page).getByRole('columnheader', { name, exact: true })).toBeVisible()
    }
    const rows = table(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
    await expect(rows).toHaveCount(8)
    for (const row of await rows.all()) {
      const cells = await row.getByRole('cell').allTextContents()
      const ratings = cells.filter((text) => /[0-5](\.5)? out of 5/.test(text))
      expect(ratings).toHaveLength(3)
    }
    await expect(table(page).getByRole('button', { name: /^About / })).toHaveCount(8)
  })

  const help = (page: Page) =>
    table(page)
      .getByRole('button', { name: /^About / })
      .first()
  const tip = async (page: Page) => {
    const id = (await help(page).getAttribute('popovertarget')) ?? ''
    expect(id).not.toBe('')
    return page.locator(`[id="${id}"]`)
  }

  test('the help opens after 700 ms of hover, not before, and the pointer may move into it', async ({
    page,
  }) => {
    await hydrate(page)
    await help(page).scrollIntoViewIfNeeded()
    // From here on time passes only where the test says so.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await help(page).hover()
    await page.clock.runFor(650)
    await expect(await tip(page)).toBeHidden()
    await page.clock.runFor(100)
    await expect(await tip(page)).toBeVisible()
    await (await tip(page)).hover()
    await page.clock.runFor(2000)
    await expect(await tip(page)).toBeVisible()
    await page.mouse.move(2, 2)
    await page.clock.runFor(2000)
    await expect(await tip(page)).toBeHidden()
  })

  test('it opens at once on keyboard focus, and Escape closes it', async ({ page }) => {
    await hydrate(page)
    await help(page).scrollIntoViewIfNeeded()
    await page.keyboard.press('Tab')
    await help(page).focus()
    await expect(await tip(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(await tip(page)).toBeHidden()
  })

  test.describe('on touch', () => {
    test.use({ hasTouch: true, viewport: { width: 375, height: 740 } })
    test('a tap opens it', async ({ page }) => {
      await help(page).scrollIntoViewIfNeeded()
      await help(page).tap()
      await expect(await tip(page)).toBeVisible()
    })
  })
})

test.describe("What's Included", () => {
  test('three cards', async ({ page }) => {
    for (const name of [
      /core infrastructure modules/i,
      /team infrastructure/i,
      /documentation (and|&) support/i,
    ]) {
      await expect(page.getByRole('heading', { level: 3, name }).first()).toBeVisible()
    }
  })

  test('Complete File Structure: folders, initial text, selection fills the pane', async ({ page }) => {
    await expect(page.getByRole('heading', { name: 'Complete File Structure' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Explore the Kit Files' })).toBeVisible()
    await expect(
      page.getByText(
        'Select a file from the tree to view its description and role in the infrastructure kit.',
      ),
    ).toBeVisible()
    await hydrate(page)
    const tree = page.getByRole('tree')
    for (const name of ['organization', 'iam-identity-center', 'networking', 'team-infrastructure', 'docs']) {
      await expect(tree.getByRole('treeitem', { name, exact: true })).toHaveAttribute('aria-expanded', 'true')
    }
    for (const name of ['ecs-service', 'environments'])
      await expect(tree.getByRole('treeitem', { name, exact: true }).first()).toBeVisible()

    const folder = tree.getByRole('treeitem', { name: 'networking', exact: true })
    await folder.click()
    await expect(folder).toHaveAttribute('aria-expanded', 'false')
    await expect(folder).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('heading', { name: 'Explore the Kit Files' })).toBeHidden()
    await folder.click()
    await expect(folder).toHaveAttribute('aria-expanded', 'true')

    const file = tree.getByRole('treeitem', { name: 'README.md', exact: true }).first()
    await file.click()
    await expect(file).toHaveAttribute('aria-selected', 'true')
    await expect(folder).not.toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('heading', { name: 'README.md' })).toBeVisible()
  })

  test('the tree is 350px wide and at most 600px high at large screens', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await hydrate(page)
    const boxes = await page.getByRole('tree').evaluate((tree) => {
      const widths: number[] = []
      for (let node: Element | null = tree; node && widths.length < 4; node = node.parentElement)
        widths.push(node.getBoundingClientRect().width)
      return {
        widths,
        height: tree.parentElement?.getBoundingClientRect().height ?? 0,
      }
    })
    expect(boxes.widths.some((width) => Math.abs(width - 350) <= 2)).toBe(true)
    expect(boxes.height).toBeLessThanOrEqual(602)
  })

  test('keyboard: one tab stop, arrows, Home, End, Enter, Space, type-ahead', async ({ page }) => {
    await hydrate(page)
    const tree = page.getByRole('tree')
    await expect(tree.locator('[role=treeitem][tabindex="0"]')).toHaveCount(1)
    await tree.locator('[role=treeitem][tabindex="0"]').focus()
    await page.keyboard.press('Home')
    const first = tree.getByRole('treeitem').first()
    await expect(first).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(first).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('ArrowRight')
    await expect(first).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowRight')
    await expect(tree.getByRole('treeitem').nth(1)).toBeFocused()
    await expect(tree.getByRole('treeitem').nth(1)).not.toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(tree.getByRole('treeitem').nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowLeft')
    await expect(first).toBeFocused()
    await page.keyboard.press('n')
    await expect(tree.locator('[role=treeitem]:focus')).toHaveText(/^n/i)
    await page.keyboard.press('End')
    await expect(tree.getByRole('treeitem').last()).toBeFocused()
  })
})

test('Simple Pricing: every figure', async ({ page }) => {
  const { priceCents, listPriceCents, earlyBirdSeats, consultationValueCents } = catalog
  const pricing = page.locator('#pricing')
  await expect(pricing.getByRole('heading', { name: 'Simple Pricing' })).toBeVisible()
  await expect(pricing).toContainText(formatUsd(priceCents))
  await expect(pricing.locator('s, del').filter({ hasText: formatUsd(listPriceCents) })).toHaveCSS(
    'text-decoration-line',
    'line-through',
  )
  for (const text of [
    `${percentOff(priceCents, listPriceCents)}% OFF - Early Bird Special`,
    `Limited to first ${earlyBirdSeats} customers`,
  ])
    await expect(pricing.getByText(text)).toBeVisible()
  await expect(pricing).toContainText(/1-hour implementation consultation/i)
  await expect(pricing).toContainText(formatUsd(consultationValueCents))
  await expect(pricing).toContainText(/email support during setup/i)
  await expect(pricing).toContainText(/30-day money-back guarantee/i)
  await pricing.getByRole('button', { name: 'Get the Complete Kit + 1-Hour Consultation' }).click()
  await expect(page.getByRole('dialog')).toContainText(formatUsd(priceCents))
})

test.describe('the file tree, scripts off', () => {
  test.use({ javaScriptEnabled: false })

  for (const width of [375, 1440]) {
    test(`folders open and close, and a link shows its file, at ${width}px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      const folder = page.locator('.tree summary', { hasText: /^networking$/ })
      const inside = folder.locator('..').getByRole('link').first()
      await folder.click()
      await expect(inside).toBeHidden()
      await folder.click()
      await expect(inside).toBeVisible()
      await page.getByRole('link', { name: 'variables.tf' }).first().click()
      const pane = page.getByRole('region', { name: 'About the selected file' })
      await expect(pane.getByRole('heading', { name: 'variables.tf' })).toBeInViewport()
      await expect(pane.getByRole('heading', { name: 'Explore the Kit Files' })).toBeHidden()
    })
  }
})

test('Simple Pricing: the seats left come from the offer', async ({ page, request }) => {
  const offer = await (await request.get('/functions/v1/offer')).json()
  expect(offer.earlyBird.seats).toBe(catalog.earlyBirdSeats)
  await page.locator('#pricing').scrollIntoViewIfNeeded()
  await hydrate(page)
  await expect(page.locator('#pricing')).toContainText(
    new RegExp(`\\d+ of ${catalog.earlyBirdSeats} .*left|\\d+ .*seats? left`, 'i'),
  )
})

test.describe('FAQ', () => {
  const questions = (page: Page) => page.locator('#faq details')

  test('five questions, one open at a time; the open one can be collapsed', async ({ page }) => {
    await expect(questions(page)).toHaveCount(5)
    await questions(page).nth(0).locator('summary').click()
    await expect(questions(page).nth(0)).toHaveAttribute('open', '')
    await questions(page).nth(2).locator('summary').click()
    await expect(questions(page).nth(2)).toHaveAttribute('open', '')
    await expect(page.locator('#faq details[open]')).toHaveCount(1)
    await questions(page).nth(2).locator('summary').click()
    await expect(page.locator('#faq details[open]')).toHaveCount(0)
  })

  test('Enter and Space work, and the claims are there', async ({ page }) => {
    await questions(page).nth(1).locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect(questions(page).nth(1)).toHaveAttribute('open', '')
    await page.keyboard.press('Space')
    await expect(page.locator('#faq details[open]')).toHaveCount(0)
    const text = (await page.locator('#faq').textContent()) ?? ''
    expect(text).toContain('1-2 days')
    expect(text).toContain('1-2 weeks')
  })

  test('an open question stays open when React hydrates', async ({ page }) => {
    await questions(page).nth(3).locator('summary').click()
    await hydrate(page)
    await expect(questions(page).nth(3)).toHaveAttribute('open', '')
  })

  test('#faq-… opens its item', async ({ page }) => {
    const id = await questions(page).nth(4).getAttribute('id')
    expect(id).toMatch(/^faq-/)
    await page.goto('/blog')
    await page.goto(`/#${id}`)
    await expect(page.locator(`[id="${id}"]`)).toHaveAttribute('open', '')
  })
})

test('closing band: Get Started Today opens the dialog', async ({ page }) => {
  await page.getByRole('button', { name: 'Get Started Today' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
