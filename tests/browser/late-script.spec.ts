// Buying while the page's end or the script that starts React is late, never comes or fails. Pop-ups are blocked as for
// every visitor; Playwright would let them all through.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { catalog } from '../../content/catalog.ts'
import { formatUsdExact } from '../../contract/money.ts'
import { chromiumArguments, findChromium } from '../support/chromium.ts'

/** The sandbox's first button. */
const pay = `Pay ${formatUsdExact(catalog.priceCents)}`

const executablePath = findChromium()
test.use({
  launchOptions: {
    args: chromiumArguments,
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    ...(executablePath ? { executablePath } : {}),
  },
})

const scripts = '**/assets/*.js'
const dialog = (page: Page) => page.getByRole('dialog')
const proceed = (page: Page) => dialog(page).getByRole('button', { name: 'Continue' })

/** @returns lets the scripts come, or fail */
async function holdBack(page: Page, then: 'continue' | 'abort' = 'continue') {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(scripts, async (route) => {
    await promise
    await route[then]()
  })
  return resolve
}

const brand = (page: Page) => page.locator('.bar .brand > span')
/** As Chromium does it: each text in an element of its own. */
const translate = (page: Page) =>
  brand(page).evaluate((text) => {
    text.innerHTML = '<font>Bausatz</font>'
  })

async function fillIn(page: Page, email = 'ada@example.com') {
  if (!page.url().startsWith('http')) await page.goto('/blog')
  await page.getByRole('banner').getByRole('button', { name: 'Get Started' }).click()
  await page.getByLabel('Full Name').fill('Ada')
  await page.getByLabel('Email').fill(email)
}

async function fillInWithoutReact(page: Page) {
  await page.route(scripts, () => {})
  await page.clock.install()
  await fillIn(page)
}
async function leadsToPayment(page: Page) {
  await page.clock.runFor(8_000)
  await expect(page.getByRole('button', { name: pay })).toBeVisible()
}

test('a script that stalls is not waited for longer than 8 seconds; the form is then sent in this tab', async ({
  page,
}) => {
  await fillInWithoutReact(page)
  await proceed(page).click()
  await leadsToPayment(page)
})

test('who closes the dialog before React has come is not led away later, and may press again', async ({
  page,
}) => {
  await fillInWithoutReact(page)
  await proceed(page).click()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.clock.runFor(9_000)
  await page.getByRole('banner').getByRole('button', { name: 'Get Started' }).click()
  await expect(page.getByLabel('Full Name')).toHaveValue('Ada')
  await expect(page).toHaveURL(/\/blog$/)
  await proceed(page).click()
  await leadsToPayment(page)
})

test('a page translated before React comes is made anew, with all that was opened, typed, chosen and pressed', async ({
  page,
}) => {
  const come = await holdBack(page)
  await page.goto('/')
  await translate(page)
  await page.locator('#faq summary').first().click()
  await page.getByRole('banner').getByRole('radio', { name: 'Dark' }).check()
  await fillIn(page)
  await proceed(page).click()
  const opened = page.context().waitForEvent('page')
  come()
  await expect((await opened).getByRole('button', { name: pay })).toBeVisible()
  await expect(brand(page)).not.toHaveText('Bausatz')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('banner').getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(page.locator('#faq details').first()).toHaveAttribute('open')
  await page.getByRole('banner').getByRole('button', { name: 'Get Started' }).click()
  await expect(page.getByLabel('Full Name')).toHaveValue('Ada')
})

test('a page translated before React comes keeps the dialog open and the focus in its field', async ({
  page,
}) => {
  const come = await holdBack(page)
  await fillIn(page)
  await translate(page)
  come()
  await page.locator('html[data-hydrated]').waitFor()
  await expect(brand(page)).not.toHaveText('Bausatz')
  await expect(page.getByLabel('Full Name')).toHaveValue('Ada')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('.org')
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com.org')
})

test('a page translated before React comes loses none of the parts that sat out the open dialog', async ({
  page,
}) => {
  const come = await holdBack(page)
  await page.goto('/')
  await page.waitForFunction(() => !document.querySelector('.later:not([style])'))
  await translate(page)
  await page.getByRole('banner').getByRole('button', { name: 'Get Started' }).click()
  const hidden = () =>
    page
      .locator('.later')
      .evaluateAll(
        (parts) => parts.filter((part) => getComputedStyle(part).contentVisibility === 'hidden').length,
      )
  expect(await hidden()).toBeGreaterThan(0)
  come()
  await page.locator('html[data-hydrated]').waitFor()
  await expect(brand(page)).not.toHaveText('Bausatz')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(hidden).toBe(0)
})

test('from the press to React the button is busy and keeps the focus; React takes the page over as it is', async ({
  page,
}) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  const come = await holdBack(page)
  let asked = 0
  await page.route('**/functions/v1/create-checkout', () => asked++)
  await fillIn(page)
  await proceed(page).focus()
  await page.keyboard.press('Enter')
  const busy = dialog(page).getByRole('button', { name: 'Processing...' })
  await expect(busy).toBeDisabled()
  await expect(busy).toBeFocused()
  await page.keyboard.press('Enter')
  const field = await page.getByLabel('Full Name').elementHandle()
  come()
  await expect(page.locator('[data-sonner-toast]')).toContainText('Opening checkout')
  await expect(busy).toBeDisabled()
  await expect(busy).toBeFocused()
  expect(await field?.evaluate((input) => input.isConnected)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('banner').getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(proceed(page)).toBeEnabled()
  expect(asked).toBe(1)
  expect(said).toEqual([])
})

test('a script that fails after the press: what the server refuses is shown in this tab, with what was typed', async ({
  page,
}) => {
  const fail = await holdBack(page, 'abort')
  await fillIn(page, 'ada@')
  await proceed(page).click()
  // A press counts for 5 s at most.
  await page.waitForFunction(() => !navigator.userActivation.isActive)
  fail()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('ada@')
})

test('offline the form says so and keeps all; a later press tries again', async ({ page, context }) => {
  await page.goto('/blog')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await fillIn(page)
  const alert = dialog(page).getByRole('alert')
  await expect(alert).toBeHidden()
  await proceed(page).click()
  await expect(alert).toHaveText('You seem to be offline. Please check your connection and try again.')
  await context.setOffline(false)
  const opened = context.waitForEvent('page')
  await proceed(page).click()
  await expect((await opened).getByRole('button', { name: pay })).toBeVisible()
  await expect(alert).toBeHidden()
  expect(context.pages()).toHaveLength(2)
})

test('a button pressed before the page has come to its dialog opens it then', async ({ page, baseURL }) => {
  const html = await (await fetch(`${baseURL}/`)).text()
  const middle = html.indexOf('</main>')
  let end: () => void = () => {}
  const server = createServer((request, response) => {
    if (request.url !== '/') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html' }).write(html.slice(0, middle))
    end = () => response.end(html.slice(middle))
  }).listen(0)
  await once(server, 'listening')
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('button', { name: 'Get the Complete Kit' }).first().click()
  await expect(page.locator('dialog')).toHaveCount(0)
  end()
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  server.close()
})
