import { describe, expect, test } from 'vitest'
import { checkBuyer } from './checkout.ts'

const valid = { name: 'Ada Lovelace', email: 'ada@example.com' }

describe('checkBuyer', () => {
  test('accepts and trims', () => {
    expect(checkBuyer({ name: '  Ada\n Lovelace ', email: ' ada@example.com ' })).toEqual({
      ok: true,
      buyer: valid,
    })
  })

  test('takes out what a copied address brings along unseen, since mail to it would not arrive', () => {
    const copied = '\u200bada@exa\u00admple.com\u2060 '
    expect(checkBuyer({ ...valid, email: copied })).toEqual({ ok: true, buyer: valid })
  })

  test.each([
    ['name', { name: '', email: valid.email }],
    ['name', { name: '   ', email: valid.email }],
    ['email', { name: valid.name, email: '' }],
  ] as const)('an empty %s is "Information required"', (field, input) => {
    expect(checkBuyer(input)).toEqual({
      ok: false,
      problem: {
        field,
        title: 'Information required',
        message: 'Please enter your name and email to continue.',
      },
    })
  })

  test.each([
    'ada',
    'ada@example',
    '@example.com',
    'ada@',
    'a da@example.com',
    'ada@exam ple.com',
    'ada@@example.com',
    'ada@example.com,eve@example.com',
    'ada@example.com;eve',
    '<ada@example.com>',
    'ada\r\nBcc:eve@example.com',
    '"ada"@example.com',
    'ada@example.com\u0000',
  ])('%j is "Invalid email"', (email) => {
    const result = checkBuyer({ ...valid, email })
    expect(result).toEqual({
      ok: false,
      problem: { field: 'email', title: 'Invalid email', message: 'Please enter a valid email address.' },
    })
  })

  test.each(['ada@example.com', "o'hara+kit@sub.example.co.uk", 'ada@münchen.example'])(
    '%j is accepted',
    (email) => {
      expect(checkBuyer({ ...valid, email }).ok).toBe(true)
    },
  )

  test('the email rule looks at the email, not the name', () => {
    expect(checkBuyer({ name: 'not an address', email: valid.email }).ok).toBe(true)
  })

  test('limits are 200 and 254 characters', () => {
    expect(checkBuyer({ ...valid, name: 'x'.repeat(200) }).ok).toBe(true)
    expect(checkBuyer({ ...valid, name: 'x'.repeat(201) })).toMatchObject({ problem: { field: 'name' } })
    const domain = '@example.com'
    expect(checkBuyer({ ...valid, email: 'x'.repeat(254 - domain.length) + domain }).ok).toBe(true)
    expect(checkBuyer({ ...valid, email: 'x'.repeat(255 - domain.length) + domain })).toMatchObject({
      problem: { field: 'email' },
    })
  })
})
