import { retention } from './retention.ts'
import { site } from './site.ts'
import { tax } from './tax.ts'

/** What `{name}` stands for in posts, pages and legal texts. */
export const placeholders: Record<string, string> = {
  privacyEmail: site.emails.privacy,
  legalEmail: site.emails.legal,
  sellerName: site.seller.legalName,
  governingLaw: site.seller.governingLaw,
  productName: site.name,
  /** A sample person writes no posts. */
  author: site.seller.person && !site.seller.person.sample ? site.seller.person.name : `${site.name} Team`,
  tax,
  unpaidOrderDays: String(retention.unpaidOrderDays),
  downloadTraceDays: String(retention.downloadTraceDays),
}
