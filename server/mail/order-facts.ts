import { guarantee } from '#content/guarantee.ts'
import type { OrderFacts } from '#content/mails.ts'
import { site } from '#content/site.ts'
import { formatBytes, formatDate, formatMoment } from '../../contract/format.ts'
import { functions, pages } from '../../contract/paths.ts'
import type { Order } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { linkLifeMs, signLink } from '../downloads/link.ts'
import { moneyOf } from '../orders/money.ts'
import { personOf, plainName } from '../orders/plain-name.ts'
import { chargeOf, isGift, isGranted, mayDownload } from '../orders/state.ts'

const dayMs = 24 * 3_600_000

/** What a letter is written with. */
export type LetterDependencies = Pick<Dependencies, 'config' | 'kit' | 'linkSecret' | 'now'>

/** What the order costs. The code of the currency follows a sign that many countries use. */
export function amountWithCode(order: Order): string {
  const amount = moneyOf(order, chargeOf(order))
  return amount.includes('$') ? `${amount} ${order.currency.toUpperCase()}` : amount
}

/**
 * An order as emails to its buyer show it. The link is signed now, when the mail is rendered. So the buyer can use it for its full
 * lifetime, even after a long outage of the mail server.
 */
export function factsOf(order: Order, { config, kit, linkSecret, now }: LetterDependencies): OrderFacts {
  const { language } = site
  const paidAt = order.paid_at ?? order.created_at
  const expiresAt = Math.ceil((now() + linkLifeMs) / 1000) * 1000
  const token = signLink({ orderId: order.id, expiresAt }, linkSecret)
  return {
    id: order.id,
    name: plainName(order),
    email: order.email,
    buyer: personOf(order),
    ordered: formatMoment(order.created_at, language),
    paid: formatMoment(paidAt, language),
    amount: amountWithCode(order),
    tax: order.tax_cents ? moneyOf(order, order.tax_cents) : null,
    guaranteeUntil: formatDate(paidAt + (guarantee?.days ?? 0) * dayMs, language),
    isGift: isGift(order),
    isGranted: isGranted(order),
    testPlace: order.livemode === 1 ? null : order.provider === 'sandbox' ? 'sandbox' : 'test mode',
    isDownloadOpen: mayDownload(order),
    download: `${config.publicUrl}${functions.download(token)}`,
    until: formatMoment(expiresAt, language),
    lostLink: `${config.siteUrl}${pages.lostLink}`,
    shop: config.siteUrl,
    kit: {
      file: kit.fileName,
      size: formatBytes(kit.bytes, language),
      sha256: kit.sha256,
      version: kit.version,
    },
  }
}
