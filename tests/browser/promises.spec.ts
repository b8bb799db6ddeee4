// What the page says where a visitor decides, and where each claim links to its proof.
import { expect, type Page, test } from '@playwright/test'
import { comparison } from '#content/home/comparison.ts'
import { labels } from '#content/labels.ts'
import { purchase } from '#content/purchase.ts'
import { hydrate } from './hydrate.ts'

const dialog = (page: Page) => page.getByRole('dialog').filter({ has: page.getByLabel(purchase.form.name) })

test("the first comparison links to the second, which marks the kit's column; on a phone, its table scrolls in its own box, and shows a part of a column that goes on", async ({
  page,
}) => {
  const { more } = comparison
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto('/')
  await page.getByRole('link', { name: more?.label ?? '' }).click()
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveCount(6)
  const row = table.getByRole('row').nth(1)
  const first = row.getByRole('rowheader')
  await row.getByRole('cell').last().scrollIntoViewIfNeeded()
  await expect(first).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)

  const colors = await row
    .locator('> *')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor))
  const [, kit, ...others] = colors
  expect(others).not.toContain(kit)

  await table.locator('xpath=..').evaluate((box) => box.scrollTo({ left: 0, behavior: 'instant' }))
  for (const width of [320, 360, 375, 414]) {
    await page.setViewportSize({ width, height: 812 })
    const shown = await table.locator('th[scope=col]:not(:first-child)').evaluateAll((all) =>
      all.map((cell) => {
        const { left, right } = cell.getBoundingClientRect()
        return right > innerWidth ? innerWidth - left : 0
      }),
    )
    expect(
      shown.some((part) => part > 12),
      `${width}px`,
    ).toBe(true)
  }
})

test.describe('an email address with a misspelled domain', () => {
  test('gets a suggestion, which loads with the dialog, is announced, and is taken by a button; it is asked about once before it is sent, and never refused', async ({
    page,
  }) => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.goto('/blog')
    await hydrate(page)
    expect(scripts.filter((url) => url.includes('misspelled'))).toEqual([])
    await page.getByRole('banner').getByRole('button', { name: labels.bar.buy }).click()
    const email = dialog(page).getByLabel(purchase.form.email)
    await email.fill('Ada@gmial.com')
    await dialog(page).getByLabel(purchase.form.name).focus()
    const status = dialog(page).getByRole('status')
    await expect(status).toHaveText(`${purchase.form.didYouMean} Ada@gmail.com?`)
    await status.getByRole('button').click()
    await expect(email).toHaveValue('Ada@gmail.com')
    await expect(email).toBeFocused()
    await expect(status).toBeEmpty()

    let sent = ''
    await page.route('**/functions/v1/create-checkout', (route) => {
      sent = route.request().postDataJSON().email
      return route.fulfill({ status: 503, json: { error: 'Busy.' } })
    })
    await email.fill('someone@gmial.com')
    await dialog(page).getByLabel(purchase.form.name).fill('Ada')
    // The check has loaded. Before that, nobody is asked.
    await expect(dialog(page).getByRole('status').getByRole('button')).toBeVisible()
    await email.fill('ada@gmial.com')
    await expect(dialog(page).getByRole('status')).toBeEmpty()
    const submit = dialog(page).getByRole('button', { name: purchase.form.submit })
    // The upper edge of the button: the question must not move it away between the press and the release.
    await submit.click({ position: { x: 20, y: 3 }, delay: 100 })
    await expect(dialog(page).getByRole('status').getByRole('button')).toBeFocused()
    expect(sent).toBe('')
    await submit.click()
    await expect.poll(() => sent).toBe('ada@gmial.com')
    await dialog(page).getByRole('button', { name: purchase.form.cancel }).click()
    await page.evaluate(() => document.querySelector<HTMLFormElement>('form.buyer')?.reset())
    await expect(page.locator('.suggestion')).toBeEmpty()
  })
})
