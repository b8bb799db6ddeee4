import { expect, test } from '@playwright/test'
import { messages } from '#content/messages.ts'
import { purchase } from '#content/purchase.ts'
import { functions } from '../../contract/paths.ts'
import { aBuyer } from '../support/a-buyer.ts'

test.use({ javaScriptEnabled: false, extraHTTPHeaders: { 'x-forwarded-for': '192.0.2.40' } })

test('a form on another website cannot reserve a seat for its visitor', async ({ page, baseURL }) => {
  await page.route('http://other.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${baseURL}${functions.createCheckout}">
        <input name="name" value="Ada"><input name="email" value="ada@example.com"><button>You have won</button></form>`,
    }),
  )
  await page.goto('http://other.example/')
  await page.getByRole('button').click()
  await expect(page.getByRole('main')).toContainText('Another website sent this request')
})

test('the fourth unpaid checkout of a client says what to do, and keeps the typed text', async ({
  page,
  request,
}) => {
  const checkout = (n: number) => aBuyer({ email: `held-${n}-${Date.now()}@example.com` })
  const headers = { 'x-forwarded-for': '192.0.2.41' }
  for (let n = 0; n < 3; n++) {
    const answer = await request.post(functions.createCheckout, { data: checkout(n), headers })
    expect(answer.status()).toBe(200)
  }
  await page.setExtraHTTPHeaders(headers)
  // A page with the same form as the site's dialog.
  await page.route('**/form', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${functions.createCheckout}">
        <input name="name" value="Grace Hopper"><input name="email" value="grace@example.com"><button>Continue</button></form>`,
    }),
  )
  await page.goto('/form')
  await page.getByRole('button').click()
  // The first of the three expires in 31 minutes, and the provider gets one more to confirm it.
  await expect(page.getByRole('main')).toContainText(messages.checkout.tooMany(3, 32))
  await expect(page.getByLabel(purchase.form.name)).toHaveValue('Grace Hopper')
  await expect(page.getByLabel(purchase.form.email)).toHaveValue('grace@example.com')
})
