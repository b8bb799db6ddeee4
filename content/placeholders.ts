import { retention } from './retention.ts'
import { site } from './site.ts'

/** What `{name}` stands for in posts, pages and legal texts. */
export const placeholders: Record<string, string> = {
  privacyEmail: site.emails.privacy,
  legalEmail: site.emails.legal,
  sellerName: site.seller.legalName,
  governingLaw: site.seller.governingLaw,
  productName: site.name,
  author: site.seller.person?.name ?? `${site.name} Team`,
  unpaidOrderDays: String(retention.unpaidOrderDays),
  downloadTraceDays: String(retention.downloadTraceDays),
  unmatchedEventDays: String(retention.unmatchedEventDays),
}
