import { Hono } from 'hono'
import { html } from 'hono/html'
import { expect, test } from 'vitest'
import { commonHeaders, securityHeaders } from './security-headers.ts'

test('no HSTS for an http:// address', () => {
  expect(commonHeaders({ publicUrl: 'http://localhost:3000' })).not.toHaveProperty(
    'strict-transport-security',
  )
})

test.each([
  ['sandbox', false, "form-action 'self' https://shop.example https://www.example;"],
  ['sandbox', true, "form-action 'self' https://shop.example;"],
  ['stripe', false, "form-action 'self' https://shop.example https://www.example;"],
  ['stripe', true, "form-action 'self' https://shop.example https:;"],
] as const)(
  'for %s, with the order form shown again: %s, form-action is %s',
  async (payments, again, expected) => {
    const app = new Hono()
      .use(securityHeaders({ publicUrl: 'https://shop.example', siteUrl: 'https://www.example', payments }))
      .get('/', (c) => {
        if (again) c.set('formAgain', () => html``)
        return c.text('')
      })
    expect((await app.request('/')).headers.get('content-security-policy')).toContain(expected)
  },
)
