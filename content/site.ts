/** A person who answers for the shop. */
export interface Person {
  name: string
  role: string
  /** The address of a page about the person; null: the name has no link. */
  link: string | null
  /** How soon mail is answered, after "usually". The terms promise no time. */
  answers: string
  /** True: nobody has this name, and the page marks it as a sample. doctor does not call the site ready with it. */
  sample?: boolean
}

interface Site {
  /** The language of pages, emails and feeds: a BCP 47 tag, such as `en` or `de-AT`. */
  language: string
  name: string
  tagline: string
  description: string
  summary: string
  seller: {
    legalName: string
    governingLaw: string
    /** Lines of the postal address, and the tax id, as the receipt shows them; null: the receipt shows none. */
    postalAddress: string[] | null
    taxId: string | null
    /** Who answers buyers, named beside the price and as the author of posts; null: nobody is named. */
    person: Person | null
  }
  /** `security`: the address for reports of vulnerabilities (/.well-known/security.txt). */
  emails: { privacy: string; legal: string; support: string; security: string }
  links: { documentation: string | null; contact: string | null }
  footerLinks: { label: string; to: string }[]
  termsVersion: string
}

/**
 * Who sells, and where to reach them. The addresses, the legal name and the governing law are placeholders
 * until you set them; `npm run shop -- doctor` names every one that still is.
 */
export const site: Site = {
  language: 'en',
  name: 'AWS Multi-Account Kit',
  tagline: 'Production-ready multi-account cloud architecture in hours, not weeks.',
  description:
    'Terraform for a production-ready AWS organization: accounts, OUs, SSO, SCPs and team infrastructure. One payment, a 1-hour consultation, no subscription.',
  /** The description below the product's name in the hosted checkout. */
  summary: 'The complete kit and a 1-hour implementation consultation',
  seller: {
    legalName: 'Example Seller LLC',
    governingLaw: 'the State of Delaware, United States',
    postalAddress: null,
    taxId: null,
    person: {
      name: 'Alex Example',
      role: 'founder',
      link: null,
      answers: 'within one working day',
      sample: true,
    },
  },
  emails: {
    privacy: 'privacy@example.com',
    legal: 'legal@example.com',
    support: 'support@example.com',
    security: 'security@example.com',
  },
  /** `null` shows the words without a link. */
  links: { documentation: null, contact: null },
  /** More links in the footer. A page of text is there already if its header has the line `footer: true`. */
  footerLinks: [],
  /** Change it with every change to content/legal/terms.md. Each order keeps the version under which it was sold. */
  termsVersion: '2026-11-27',
}
