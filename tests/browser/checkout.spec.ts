import { expect, type Locator, type Page, test } from '@playwright/test'
import { catalog } from '#content/catalog.ts'
import { guarantee } from '#content/guarantee.ts'
import { hero } from '#content/home/hero.ts'
import { inputProblems } from '#content/messages.ts'
import { purchase } from '#content/purchase.ts'
import { site } from '#content/site.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { shownPrice } from '../support/shown-price.ts'
import { hydrate } from './hydrate.ts'

const createCheckout = '**/functions/v1/create-checkout'
const dialog = (page: Page) => page.getByRole('dialog').filter({ has: page.getByLabel(purchase.form.name) })
const toast = (page: Page, title: string) => page.locator('[data-sonner-toast]').filter({ hasText: title })

async function openDialog(page: Page) {
  await page.goto('/')
  await hydrate(page)
  await page.getByRole('button', { name: hero.buy }).first().click()
  await expect(dialog(page)).toBeVisible()
}

async function fill(page: Page, name: string, email: string) {
  await dialog(page).getByLabel(purchase.form.name).fill(name)
  await dialog(page).getByLabel(purchase.form.email).fill(email)
}

const continueButton = (page: Page) => dialog(page).getByRole('button', { name: purchase.form.submit })

test('the dialog states product, price and guarantee, keeps the focus inside, and returns it and the typed text; what is missing or wrong is said in a toast and at its field, and nothing is sent', async ({
  page,
}) => {
  await openDialog(page)
  await expect(dialog(page)).toContainText(site.name)
  await expect(dialog(page)).toContainText(shownPrice(catalog.priceCents))
  if (guarantee) {
    await expect(dialog(page)).toContainText(`${guarantee.short} ${site.emails.support}`)
    const support = dialog(page).getByRole('link', { name: site.emails.support })
    await expect(support).toHaveAttribute('href', `mailto:${site.emails.support}`)
  }
  await expect(dialog(page).getByLabel(purchase.form.name)).toHaveAttribute('autocomplete', 'name')
  await expect(dialog(page).getByLabel(purchase.form.email)).toHaveAttribute('autocomplete', 'email')
  await expect(continueButton(page)).toBeEnabled()
  await fill(page, 'Ada', 'ada@')
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab')
    const inside = await page.evaluate(
      () =>
        document.activeElement === document.body ||
        document.querySelector('dialog')?.contains(document.activeElement),
    )
    expect(inside).toBe(true)
  }
  await dialog(page).getByLabel(purchase.form.email).focus()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  const opener = page.getByRole('button', { name: hero.buy }).first()
  await expect(opener).toBeFocused()
  await opener.click()
  await expect(dialog(page).getByLabel(purchase.form.name)).toHaveValue('Ada')
  await dialog(page).getByRole('button', { name: purchase.form.cancel }).click()
  await expect(dialog(page)).toBeHidden()

  let requests = 0
  await page.route(createCheckout, (route) => {
    requests++
    return route.fulfill({ json: { error: 'no' }, status: 500 })
  })
  await opener.click()
  const name = dialog(page).getByLabel(purchase.form.name)
  const email = dialog(page).getByLabel(purchase.form.email)
  const { required, invalidEmail } = inputProblems
  for (const [typedName, typedEmail, field] of [
    ['', 'ada@example.com', name],
    ['Ada', '', email],
    [' ', ' ', name],
  ] as const) {
    await fill(page, typedName, typedEmail)
    await continueButton(page).click()
    await expect(toast(page, required.title)).toContainText(required.message)
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(required.message))
    await expect(dialog(page)).toBeVisible()
    // The last one of these marks both fields.
    if (typedName === ' ') break
    await fill(page, 'Ada', 'ada@example.com')
    await expect(toast(page, required.title)).toHaveCount(0)
  }

  // Each loses its mark when it is filled in.
  for (const field of [name, email]) await expect(field).toHaveAttribute('aria-invalid', 'true')
  await name.fill('Ada')
  await expect(name).not.toHaveAttribute('aria-invalid')
  await expect(email).toHaveAccessibleDescription(new RegExp(required.message))
  await email.fill('ada@example.com')
  await expect(email).not.toHaveAttribute('aria-invalid')
  await expect(toast(page, required.title)).toHaveCount(0)

  // The rule is about the email, even if the name is a valid address.
  await fill(page, 'ada@example.com', 'Ada Lovelace')
  await continueButton(page).click()
  await expect(toast(page, invalidEmail.title)).toContainText(invalidEmail.message)
  await expect(email).toBeFocused()
  await expect(name).toHaveValue('ada@example.com')
  await email.fill('ada@example')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(toast(page, invalidEmail.title)).toBeVisible()
  await email.fill('ada@example.com')
  await expect(email).not.toHaveAttribute('aria-invalid')
  await expect(toast(page, invalidEmail.title)).toHaveCount(0)

  await fill(page, 'x'.repeat(201), 'ada@example.com')
  await continueButton(page).click()
  await expect(name).toHaveAccessibleDescription(/200/)
  expect(requests).toBe(0)
})

test.describe('the request', () => {
  test('is a POST with email and name as JSON; the url opens in a new tab and the dialog closes, or a link to it appears', async ({
    page,
    context,
  }) => {
    await context.route('**/hosted-checkout', (route) =>
      route.fulfill({ contentType: 'text/html', body: 'Hosted checkout' }),
    )
    await openDialog(page)
    await page.route(createCheckout, (route) =>
      route.fulfill({ json: { url: new URL('/hosted-checkout', page.url()).href } }),
    )
    await fill(page, ' Ada Lovelace ', ' ada@example.com ')
    const requested = page.waitForRequest(createCheckout)
    const opened = context.waitForEvent('page')
    await continueButton(page).click()
    const request = await requested
    expect(request.method()).toBe('POST')
    expect(request.headers()['content-type']).toContain('application/json')
    expect(request.postDataJSON()).toEqual(aBuyer())
    expect((await opened).url()).toContain('/hosted-checkout')
    expect(await (await opened).evaluate(() => window.opener)).toBe(null)
    await expect(dialog(page)).toBeHidden()

    // A blocked pop-up.
    await page.evaluate(() => {
      window.open = () => null
    })
    await page.bringToFront()
    await page.getByRole('button', { name: hero.buy }).first().click()
    await fill(page, 'Ada', 'ada@example.com')
    await continueButton(page).click()
    await expect(
      page
        .locator('[data-sonner-toast]')
        .getByRole('button', { name: purchase.notices.open })
        .or(page.locator('[data-sonner-toast]').getByRole('link', { name: purchase.notices.open })),
    ).toBeVisible()
    const links = page.locator('a[href$="/hosted-checkout"]').filter({ visible: true })
    await expect(links.first()).toBeVisible()
    // The link belongs to the old email address. It must disappear when the address changes.
    await page.getByLabel(purchase.form.email).fill('grace@example.com')
    await expect(links).toHaveCount(0)
  })

  // create-checkout.test.ts has the message of every failure.
  test('until the answer, all buttons say "Processing..." and send nothing; a failure is shown at the bottom right and logged, and keeps the focus and the typed text', async ({
    page,
  }) => {
    const logged: string[] = []
    page.on('console', (entry) => entry.type() === 'error' && logged.push(entry.text()))
    let requests = 0
    const held = Promise.withResolvers<void>()
    await page.route(createCheckout, async (route) => {
      requests++
      await held.promise
      await route.fulfill({ status: 502, json: { error: 'The bank is away.' } })
    })
    await openDialog(page)
    await fill(page, 'Ada', 'ada@example.com')
    await dialog(page).getByLabel(purchase.form.email).press('Enter')
    await dialog(page).getByLabel(purchase.form.email).press('Enter')
    const busy = dialog(page).getByRole('button', { name: purchase.form.busy })
    await expect(busy).toBeDisabled()
    const pageButtons = page.locator('main button', { hasText: purchase.form.busy })
    await expect(pageButtons.first()).toBeDisabled()
    expect(await page.locator('[data-sonner-toast][data-type="loading"]').count()).toBe(1)
    held.resolve()
    await expect(toast(page, purchase.notices.failed)).toContainText('The bank is away.')
    await expect(continueButton(page)).toBeEnabled()
    expect(requests).toBe(1)
    expect(logged.some((line) => line.includes('The bank is away.'))).toBe(true)

    const region = page.getByRole('region', { name: purchase.notices.region })
    await expect(region).toBeAttached()
    const hasFocus = () => region.evaluate((node) => node.contains(document.activeElement))
    expect(await hasFocus()).toBe(false)
    const failed = toast(page, purchase.notices.failed)
    const cornerOf = async () => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await failed.boundingBox()) ?? {}
      const window = page.viewportSize() ?? { width: 0, height: 0 }
      return { right: window.width - (x + width), bottom: window.height - (y + height) }
    }
    await expect.poll(async () => (await cornerOf()).bottom).toBeLessThan(80)
    expect((await cornerOf()).right).toBeLessThan(60)
    await page.keyboard.press('Alt+t')
    expect(await hasFocus()).toBe(true)
    await page.keyboard.press('Tab')
    await expect(failed).toBeFocused()
    await expect(failed).toHaveCSS('outline-style', 'solid')

    await page.unroute(createCheckout)
    await page.route(createCheckout, (route) => route.abort('connectionrefused'))
    await continueButton(page).click()
    // The toast of the first try is still on its way out.
    await expect(toast(page, purchase.notices.unreachable)).toContainText(purchase.notices.failed)
    await expect(dialog(page)).toBeVisible()
    await expect(dialog(page).getByLabel(purchase.form.email)).toHaveValue('ada@example.com')
    expect(logged.some((line) => line.includes(purchase.notices.unreachable))).toBe(true)
  })
})

test.describe('toasts', () => {
  test('on phones, a toast covers neither the buttons nor the field to correct, where all fits, nothing, and in the lowest windows, it is hidden until it has the focus', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 667 })
    await openDialog(page)
    await continueButton(page).click()
    const shown = toast(page, inputProblems.required.title)
    await expect(shown).toBeVisible()
    /** Whether nothing covers a place of an element, without scrolling. */
    const isFree = (place: Locator, x: number, y: number) =>
      place.evaluate(
        (element, [partX = 0, partY = 0]) => {
          const { left, top, width, height } = element.getBoundingClientRect()
          const at = document.elementFromPoint(left + width * partX, top + height * partY)
          return element.contains(at)
        },
        [x, y],
      )
    for (const [width, height] of [
      [375, 667],
      [360, 640],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const name of [purchase.form.submit, purchase.form.cancel])
        await expect
          .poll(() => isFree(dialog(page).getByRole('button', { name }), 0.5, 0.5), `${width} px: ${name}`)
          .toBe(true)
      // The field to correct is below the toast, and the whole row of buttons is in the window.
      const box = await shown.boundingBox()
      const field = await dialog(page).getByLabel(purchase.form.name).boundingBox()
      expect(field?.y).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0))
      const buttons = await continueButton(page).boundingBox()
      expect((buttons?.y ?? 0) + (buttons?.height ?? 0)).toBeLessThanOrEqual(height)
    }
    await page.setViewportSize({ width: 375, height: 812 })
    await expect.poll(() => isFree(page.locator('.checkout-guarantee'), 0.02, 0.5)).toBe(true)
    await page.setViewportSize({ width: 320, height: 256 })
    const toaster = page.locator('[data-sonner-toaster]')
    await expect(toaster).toHaveCSS('clip-path', 'inset(50%)')
    await page.keyboard.press('Alt+t')
    await expect(toaster).toHaveCSS('clip-path', 'none')
  })
})
