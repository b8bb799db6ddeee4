import { expect, test } from 'vitest'
import { consultation } from '#content/consultation.ts'
import { guarantee } from '#content/guarantee.ts'
import { site } from '#content/site.ts'
import { formatBytes, formatDate, formatMoment } from '../../contract/format.ts'
import { formatMoneyExact } from '../../contract/money.ts'
import { facts, kit, mailOf, order } from '../../tests/support/mails.ts'
import { billedPrice } from '../../tests/support/shown-price.ts'
import type { Order } from '../database/schema.ts'
import { amountWithCode } from './order-facts.ts'

const textOf = (name: string, change: Partial<Order> = {}) => mailOf(name, change).text

test('the receipt has everything that a buyer needs', () => {
  const { download } = facts(order)
  const { html, text } = mailOf('receipt')
  expect(html).toMatch(new RegExp(`class="button"[^>]*href="${download}"`))
  for (const detail of [
    download,
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
  ])
    expect(text).toContain(detail)
})

test('the receipt names the last day of the guarantee and whom to write to', () => {
  if (!guarantee) return
  const lastDay = formatDate(Date.UTC(2026, 10, 20 + guarantee.days), site.language)
  expect(textOf('receipt', { paid_at: Date.UTC(2026, 10, 20, 23, 59) })).toContain(
    guarantee.receipt.value(lastDay),
  )
  expect(guarantee.receipt.value(lastDay)).toContain(site.emails.support)
  expect(textOf('receipt', { charged_cents: 0, granted_at: 1 })).not.toContain(guarantee.receipt.label)
})

test('the receipt has the data for accounting, if content and provider have it', () => {
  const originalSeller = { ...site.seller }
  try {
    Object.assign(site.seller, { postalAddress: null, taxId: null })
    expect(textOf('receipt')).not.toMatch(/^(Tax|Tax ID|Address): /m)
    site.seller.postalAddress = ['1 Main Street', 'Wilmington, DE 19801']
    site.seller.taxId = 'DE123456789'
    if (consultation) consultation.bookingLink = 'https://book.example/hour'
    const text = textOf('receipt', { tax_cents: 2871 })
    expect(text).toMatch(/^Address: +1 Main Street, Wilmington, DE 19801$/m)
    expect(text).toMatch(/^Tax ID: +DE123456789$/m)
    expect(text.replace(/: +/g, ': ')).toContain(`Tax: ${billedPrice(2871)}, included in the amount`)
    if (consultation) expect(text).toContain('https://book.example/hour')
    expect(text).not.toContain('We write to you')
  } finally {
    Object.assign(site.seller, originalSeller)
    if (consultation) consultation.bookingLink = null
  }
})

test('the receipt of a gift mentions no payment and no consultation, and that of a code no payment', () => {
  const gift = textOf('receipt', { amount_cents: 0, charged_cents: 0, granted_at: order.created_at })
  const free = textOf('receipt', { charged_cents: 0 })
  for (const text of [gift, free]) {
    expect(text).toContain('is yours')
    expect(text).not.toMatch(/payment has arrived|Amount paid|0\.00/)
  }
  expect(gift).not.toMatch(/consultation/i)
  // The page promised it, whatever the code took off.
  if (consultation) expect(free).toContain(consultation.name)
})

test('the mail about a refund has this refund, the total, and the state of the download', () => {
  expect(textOf('a partial refund')).toContain('we refunded $100.00 of the $348.00')
  expect(textOf('a partial refund')).toContain('Your download stays open')
  expect(textOf('a partial refund')).not.toContain('In total')
  const rest = textOf('a refund of the rest', { refunded_at: 1, refunded_cents: 34800, status: 'refunded' })
  expect(rest).toContain('we refunded $248.00 of the $348.00')
  expect(rest).toContain('is closed')
  expect(rest).toMatch(/^In total: +\$348\.00$/m)
  expect(textOf('a full refund')).toContain('we refunded $348.00 that you paid')
  expect(textOf('a failed refund, to the buyer')).toContain('the refund of $348.00')
})

test('the code of the currency follows a dollar sign, which many currencies have, and no other sign', () => {
  const [dollars, euros] = ['usd', 'eur'].map((currency) => amountWithCode({ ...order, currency }))
  expect(dollars).toBe(`${formatMoneyExact(order.amount_cents, 'usd', site.language)} USD`)
  expect(euros).toBe(formatMoneyExact(order.amount_cents, 'eur', site.language))
})
