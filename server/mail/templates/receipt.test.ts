import { expect, test } from 'vitest'
import { consultation } from '#content/consultation.ts'
import { guarantee } from '#content/guarantee.ts'
import { mails } from '#content/mails.ts'
import { site } from '#content/site.ts'
import { formatBytes, formatDate, formatMoment } from '../../../contract/format.ts'
import { formatMoneyExact } from '../../../contract/money.ts'
import { download, kit, order, shopUrl } from '../../../tests/support/mails.ts'
import { billedPrice } from '../../../tests/support/shown-price.ts'
import { htmlOf } from '../html.ts'
import { textOf } from '../text.ts'
import { amountWithCode } from './blocks.ts'
import { receipt } from './receipt.ts'

test('the receipt has everything that a buyer needs', async () => {
  const mail = receipt({ order, kit, link: download })
  const html = htmlOf(mail, shopUrl)
  expect(html).toContain('href="https://shop.example/d/v1.x?a=1&amp;b=2"')
  const text = textOf(mail, shopUrl)
  for (const detail of [
    download.url,
    formatMoment(Date.UTC(2026, 10, 27, 10, 15), site.language),
    formatMoment(Date.UTC(2026, 10, 20, 10, 15), site.language),
    amountWithCode(order),
    kit.fileName,
    kit.sha256,
    formatBytes(1_400_000, site.language),
    'order-1',
    site.name,
    site.seller.legalName,
    site.emails.support,
    ...(consultation ? [consultation.name] : []),
  ]) {
    expect(text).toContain(detail)
  }
})

test('the receipt names the last day of the guarantee and whom to write to', () => {
  const paid = { ...order, paid_at: Date.UTC(2026, 10, 20, 23, 59) }
  const text = textOf(receipt({ order: paid, kit, link: download }), shopUrl)
  if (!guarantee) return
  const lastDay = formatDate(Date.UTC(2026, 10, 20 + guarantee.days), site.language)
  expect(text).toContain(guarantee.receipt.value(lastDay))
  expect(guarantee.receipt.value(lastDay)).toContain(site.emails.support)
  const gift = { ...paid, amount_cents: 0, charged_cents: 0, granted_at: order.created_at }
  const ofGift = textOf(receipt({ order: gift, kit, link: download }), shopUrl)
  expect(ofGift).not.toContain(guarantee.receipt.label)
})

test('the receipt has the data for accounting, if content and provider have it', async () => {
  const orderWithTax = { ...order, tax_cents: 2871 }
  const originalSeller = { ...site.seller }
  const { labels, receipt: texts } = mails
  try {
    Object.assign(site.seller, { postalAddress: null, taxId: null })
    const plain = textOf(receipt({ order, kit, link: download }), shopUrl)
    for (const label of [labels.tax, labels.taxId, labels.address]) expect(plain).not.toContain(`\n${label}:`)
    site.seller.postalAddress = ['1 Main Street', 'Wilmington, DE 19801']
    site.seller.taxId = 'DE123456789'
    if (consultation) consultation.bookingLink = 'https://book.example/hour'
    const text = textOf(receipt({ order: orderWithTax, kit, link: download }), shopUrl)
    expect(text.replace(/: +/g, ': ')).toContain(`${labels.tax}: ${mails.taxIncluded(billedPrice(2871))}`)
    expect(text).toMatch(new RegExp(`^${labels.address}: +1 Main Street, Wilmington, DE 19801$`, 'm'))
    expect(text).toMatch(new RegExp(`^${labels.taxId}: +DE123456789$`, 'm'))
    if (consultation) expect(text).toContain('https://book.example/hour')
    expect(text).not.toContain(texts.weWrite)
  } finally {
    Object.assign(site.seller, originalSeller)
    if (consultation) consultation.bookingLink = null
  }
})

test('the receipt of a gift does not mention a consultation', () => {
  const gift = { ...order, amount_cents: 0, charged_cents: 0, granted_at: order.created_at }
  const text = textOf(receipt({ order: gift, kit, link: download }), shopUrl)
  expect(text).toContain(mails.receipt.textOfGift)
  expect(text).not.toMatch(/consultation/i)
})

test('the receipt of an order that a code made free does not mention a payment', () => {
  const free = { ...order, charged_cents: 0 }
  const mail = receipt({ order: free, kit, link: download })
  const text = textOf(mail, shopUrl)
  expect(mail.preview).toBe(mails.receipt.previewOfGift)
  expect(text).toContain(mails.receipt.textOfGift)
  for (const words of [mails.receipt.text, mails.labels.amountPaid, guarantee?.receipt.label, '0.00'])
    if (words) expect(text).not.toContain(words)
  // The page promised it, whatever the code took off.
  if (consultation) expect(text).toContain(consultation.name)
})

test('the code of the currency follows a dollar sign, which many currencies have, and no other sign', () => {
  const [dollars, euros] = ['usd', 'eur'].map((currency) => amountWithCode({ ...order, currency }))
  expect(dollars).toBe(`${formatMoneyExact(order.amount_cents, 'usd', site.language)} USD`)
  expect(euros).toBe(formatMoneyExact(order.amount_cents, 'eur', site.language))
})
