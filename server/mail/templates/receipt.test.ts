import { expect, test } from 'vitest'
import { consultation } from '../../../content/consultation.ts'
import { site } from '../../../content/site.ts'
import { download, home, kit, order } from '../../../tests/support/mails.ts'
import { htmlOf } from '../html.ts'
import { textOf } from '../text.ts'
import { receipt } from './receipt.ts'

test('the receipt has all that a buyer needs', async () => {
  const mail = receipt({ order, kit, link: download, invoiceUrl: null })
  const html = htmlOf(mail, home)
  expect(html).toContain('href="https://shop.example/d/v1.x?a=1&amp;b=2"')
  const text = textOf(mail, home)
  for (const fact of [
    download.url,
    'November 27, 2026 at 10:15 AM UTC',
    'November 20, 2026 at 10:15 AM UTC',
    '$348.00 USD',
    kit.fileName,
    kit.sha256,
    '1.4 MB (1,400,000 bytes)',
    'order-1',
    site.name,
    site.seller.legalName,
    site.emails.support,
    ...(consultation ? [consultation.name] : []),
  ]) {
    expect(text).toContain(fact)
  }
})

test('the receipt has what a bookkeeper needs, where content and provider have it', async () => {
  const more = { order: { ...order, tax_cents: 2871 }, kit, link: download }
  const invoiceUrl = 'https://invoice.example/i/1'
  const before = { ...site.seller }
  const plain = textOf(receipt({ order, kit, link: download, invoiceUrl: null }), home)
  expect(plain).not.toMatch(/^(Tax|Tax ID|Address):|invoice|Book your/m)
  try {
    site.seller.postalAddress = ['1 Main Street', 'Wilmington, DE 19801']
    site.seller.taxId = 'DE123456789'
    if (consultation) consultation.bookingLink = 'https://book.example/hour'
    const text = textOf(receipt({ ...more, invoiceUrl }), home)
    expect(text).toMatch(/^Tax: +\$28\.71, included in the amount$/m)
    expect(text).toMatch(/^Address: +1 Main Street, Wilmington, DE 19801$/m)
    expect(text).toMatch(/^Tax ID: +DE123456789$/m)
    expect(text).toContain('Open your invoice (https://invoice.example/i/1)')
    if (consultation) expect(text).toContain('https://book.example/hour')
    expect(text).not.toContain('We write to you')
  } finally {
    Object.assign(site.seller, before)
    if (consultation) consultation.bookingLink = null
  }
})

test('the receipt of a gift names no consultation', () => {
  const gift = { ...order, amount_cents: 0, charged_cents: 0, granted_at: order.created_at }
  const text = textOf(receipt({ order: gift, kit, link: download, invoiceUrl: null }), home)
  expect(text).toContain('at no charge')
  expect(text).not.toMatch(/consultation/i)
})
