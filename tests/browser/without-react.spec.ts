// Purchases on a page whose scripts arrive late or not at all, or whose end arrives late.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { catalog } from '#content/catalog.ts'
import { errorScreen } from '#content/error-screen.ts'
import { hero } from '#content/home/hero.ts'
import { labels } from '#content/labels.ts'
import { inputProblems } from '#content/messages.ts'
import { purchase } from '#content/purchase.ts'
import { billedPrice } from '../support/shown-price.ts'
import { hydrate } from './hydrate.ts'
import { translate } from './translate.ts'

/** The text of the first button on the sandbox's payment page. */
const payText = `Pay ${billedPrice(catalog.priceCents)}`

const dialog = (page: Page) => page.getByRole('dialog')
const continueButton = (page: Page) => dialog(page).getByRole('button', { name: purchase.form.submit })

/** Delays all scripts. @returns a function that lets them load */
async function delayScripts(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

async function fillIn(page: Page, email = 'ada@example.com') {
  await page.getByRole('banner').getByRole('button', { name: labels.bar.buy }).click()
  await page.getByRole('textbox', { name: purchase.form.name }).fill('Ada')
  await page.getByLabel(purchase.form.email).fill(email)
}

test('if a script fails, the form leads to the payment page in a new tab', async ({ page, context }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/blog')
  await fillIn(page)
  const opened = context.waitForEvent('page')
  await continueButton(page).click()
  await expect((await opened).getByRole('button', { name: payText })).toBeVisible()
  await expect(page).toHaveURL(/\/blog$/)
})

test('while the scripts stall, a refused form comes back with the problem and the typed text, and Enter twice sends a form once', async ({
  page,
  context,
}) => {
  await delayScripts(page)
  await page.goto('/blog')
  await fillIn(page, 'ada@example')
  const refused = context.waitForEvent('page')
  await continueButton(page).click()
  const answer = await refused
  await expect(answer.getByText(inputProblems.invalidEmail.message)).toBeVisible()
  await expect(answer.getByLabel(purchase.form.email)).toHaveValue('ada@example')
  await answer.close()

  // A page sends once in two seconds.
  await page.reload()
  await fillIn(page)
  const sent: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  const opened = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect((await opened).getByRole('button', { name: payText })).toBeVisible()
  expect(sent.filter((url) => url.includes('create-checkout'))).toHaveLength(1)
  expect(context.pages()).toHaveLength(2)
  await expect(page).toHaveURL(/\/blog$/)
})

test('a page that is translated before React hydrates keeps the dialog open, the typed text and the focus, and sends them', async ({
  page,
}) => {
  const release = await delayScripts(page)
  await page.goto('/')
  await page.locator('#faq summary').first().click()
  await page.getByRole('banner').getByRole('radio', { name: labels.theme.dark.label }).check()
  await fillIn(page)
  await translate(page)
  release()
  await hydrate(page)
  await expect(dialog(page)).toBeVisible()
  await expect(page.getByRole('textbox', { name: purchase.form.name })).toHaveValue('Ada')
  await expect(page.getByLabel(purchase.form.email)).toBeFocused()
  await page.keyboard.type('.org')
  await expect(page.getByLabel(purchase.form.email)).toHaveValue('ada@example.com.org')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('#faq details').first()).toHaveAttribute('open')
  await page.route('**/functions/v1/create-checkout', (route) =>
    route.fulfill({ status: 502, json: { error: 'The bank is away.' } }),
  )
  await continueButton(page).click()
  await expect(page.locator('[data-sonner-toast]')).toContainText('The bank is away.')
  await expect(dialog(page)).toBeVisible()
  await expect(page.getByRole('textbox', { name: purchase.form.name })).toHaveValue('Ada')
})

test('a purchase works on a page that is translated after React hydrates', async ({ page, context }) => {
  await page.goto('/')
  await hydrate(page)
  await translate(page)
  await fillIn(page)
  const opened = context.waitForEvent('page')
  await continueButton(page).click()
  await expect((await opened).getByRole('button', { name: payText })).toBeVisible()
  await expect(page.getByRole('heading', { name: errorScreen.heading })).toHaveCount(0)
})

test('the form keeps the typed text on another page, and is empty after a purchase', async ({
  page,
  context,
}) => {
  await page.goto('/blog')
  await fillIn(page)
  await page.goto('/terms')
  await page.getByRole('banner').getByRole('button', { name: labels.bar.buy }).click()
  await expect(page.getByRole('textbox', { name: purchase.form.name })).toHaveValue('Ada')
  await expect(page.getByLabel(purchase.form.email)).toHaveValue('ada@example.com')
  await hydrate(page)
  const opened = context.waitForEvent('page')
  await continueButton(page).click()
  await opened
  await expect(dialog(page)).toBeHidden()
  await page.goto('/blog')
  await page.getByRole('banner').getByRole('button', { name: labels.bar.buy }).click()
  await expect(page.getByRole('textbox', { name: purchase.form.name })).toHaveValue('')
})

test('a button opens the dialog before the rest of the page arrives', async ({ page, baseURL }) => {
  const html = await (await fetch(`${baseURL}/`)).text()
  const middle = html.indexOf('</main>')
  let sendRest: () => void = () => {}
  const server = createServer((request, response) => {
    if (request.url !== '/') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html' }).write(html.slice(0, middle))
    sendRest = () => response.end(html.slice(middle))
  }).listen(0)
  await once(server, 'listening')
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('button', { name: hero.buy }).first().click()
  await expect(page.getByRole('textbox', { name: purchase.form.name })).toBeFocused()
  sendRest()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  server.close()
})
