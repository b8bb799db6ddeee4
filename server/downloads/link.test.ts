import { describe, expect, test } from 'vitest'
import { linkLifeMs, readLink, signLink } from './link.ts'

const secret = 'k'.repeat(43)
const link = { orderId: 'ord_0123-abc', expiresAt: 1_790_000_000_000 }

describe('download links', () => {
  test('contain the order and the expiry', () => {
    expect(readLink(signLink(link, secret), secret)).toEqual(link)
  })

  test('round the expiry up, so that a link never ends early', () => {
    const token = signLink({ ...link, expiresAt: link.expiresAt - 1 }, secret)
    expect(readLink(token, secret)).toEqual(link)
  })

  test('expire after seven days', () => {
    expect(linkLifeMs).toBe(604_800_000)
  })

  test('end in a letter or digit and need no escaping', () => {
    for (let i = 0; i < 200; i++) {
      const token = signLink({ orderId: `ö${i}`, expiresAt: i * 1000 }, secret)
      expect(token).toMatch(/^[\w.-]+[a-z0-9]$/)
      expect(readLink(token, secret)?.orderId).toBe(`ö${i}`)
    }
  })

  test.each(['.', ')', '>', ').', '>,', "'"])(
    'with %s of the sentence around them still work',
    (punctuation) => {
      expect(readLink(signLink(link, secret) + punctuation, secret)).toEqual(link)
    },
  )

  test('with a signature of another key are refused', () => {
    expect(readLink(signLink(link, 'x'.repeat(43)), secret)).toBeNull()
  })

  test("open nothing of another purpose: a download, or the seller's page", () => {
    for (const [purpose, other] of [
      ['download', 'seller'],
      ['seller', 'download'],
    ] as const) {
      const token = signLink(link, secret, purpose)
      expect(readLink(token, secret, purpose)).toEqual(link)
      expect(readLink(token, secret, other)).toBeNull()
    }
    expect(signLink(link, secret)).toBe(signLink(link, secret, 'download'))
  })

  test('are signed with the first of two keys, and links of both keys are accepted', () => {
    const other = 'n'.repeat(43)
    const both = `${other},${secret}`
    expect(signLink(link, both)).toBe(signLink(link, other))
    expect(readLink(signLink(link, secret), both)).toEqual(link)
    expect(readLink(signLink(link, other), both)).toEqual(link)
    expect(readLink(signLink(link, 'x'.repeat(43)), both)).toBeNull()
    expect(readLink(signLink(link, both), secret)).toBeNull()
  })

  test('with one changed character are refused', () => {
    const token = signLink(link, secret)
    for (let i = 0; i < token.length; i++) {
      for (const other of ['A', '0', 'z', '.', '_']) {
        if (token[i] === other) continue
        expect(readLink(token.slice(0, i) + other + token.slice(i + 1), secret)).toBeNull()
      }
    }
  })

  test('with the expiry or order of another link are refused', () => {
    const [version, mac, order, expiry] = signLink(link, secret).split('.')
    const [, , otherOrder, otherExpiry] = signLink(
      { orderId: 'ord_other', expiresAt: 1_900_000_000_000 },
      secret,
    ).split('.')
    expect(readLink([version, mac, otherOrder, expiry].join('.'), secret)).toBeNull()
    expect(readLink([version, mac, order, otherExpiry].join('.'), secret)).toBeNull()
  })

  test.each([
    '',
    'v1',
    'v1...',
    'x'.repeat(100_000),
    '../../etc/passwd',
    'v2.a.b.c',
    '%00',
    `v1.${'é'.repeat(43)}.a.b`,
  ])('that are invalid, such as %.20j, are refused', (token) => {
    expect(readLink(token, secret)).toBeNull()
  })
})
