// Buying while the script that starts React is late, never comes or fails. Pop-ups are blocked as for every visitor;
// Playwright would let them all through.
import { expect, type Page, test } from '@playwright/test'
import { chromiumArguments, findChromium } from '../support/chromium.ts'

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

async function fillIn(page: Page, email = 'ada@example.com') {
  await page.goto('/blog')
  await page.getByRole('banner').getByRole('button', { name: 'Get Started' }).click()
  await page.getByLabel('Full Name').fill('Ada')
  await page.getByLabel('Email').fill(email)
}

test('a script that stalls is not waited for longer than 8 seconds', async ({ page }) => {
  await page.route(scripts, () => {})
  await page.clock.install()
  await fillIn(page)
  const sent = page.context().waitForEvent('request', (request) => request.method() === 'POST')
  await proceed(page).click()
  await page.clock.runFor(8_000)
  expect((await sent).postData()).toBe('name=Ada&email=ada%40example.com')
})
