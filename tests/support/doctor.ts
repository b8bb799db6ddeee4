import type { Content } from '../../operator/doctor/content.ts'
import type { Finding } from '../../operator/doctor/finding.ts'
import { type Config, parseEnv } from '../../server/config/env.ts'

/** The content of a shop in which doctor finds no problem. */
export const readyContent: Content = {
  site: {
    seller: {
      legalName: 'Kit Works GmbH',
      governingLaw: 'Germany',
      postalAddress: null,
      taxId: null,
      person: { name: 'Ada Kit', role: 'Founder', link: null, answers: 'within two days' },
    },
    emails: {
      privacy: 'privacy@kit.works',
      legal: 'legal@kit.works',
      support: 'support@kit.works',
      security: 'security@kit.works',
    },
    links: { documentation: 'https://docs.kit.works', contact: '/contact' },
  },
  catalog: { priceCents: 34800, listPriceCents: 49700 },
  testimonials: [{}],
}

/** The environment variables of a shop in which doctor finds no problem. */
export const readyEnv = {
  PUBLIC_URL: 'https://kit.works',
  TRUST_PROXY: '1',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  KIT_FILE: 'kit.zip',
  SMTP_URL: 'smtps://mail.kit.works',
  MAIL_FROM: 'shop@kit.works',
  SELLER_EMAIL: 'seller@kit.works',
}

export function configOf(env: Record<string, string>): Config {
  const result = parseEnv(env)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.config
}

/** The findings as text, one on each line. */
export const textOf = (findings: Iterable<Finding>) =>
  [...findings].map(({ severity, what }) => `${severity}: ${what}`).join('\n')
