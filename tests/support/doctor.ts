import type { LookupFunction } from 'node:net'
import type { Content } from '../../operator/doctor/content.ts'
import { type Config, parseEnv } from '../../server/config/env.ts'
import type { Finding, Group } from '../../server/examine/finding.ts'

/** The content of a shop in which doctor finds no problem. */
export const readyContent: Content = {
  site: {
    language: 'en',
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
  catalog: {
    currency: 'usd',
    priceCents: 34800,
    listPriceCents: 49700,
    earlyBirdSeats: 50,
    consultationValueCents: 20000,
  },
  testimonials: [{ quote: 'It works.' }],
  promises: ['Email support during setup'],
  terms: 'there are no refunds once access is granted',
  effort: { claimed: 68, estimated: 68 },
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

/** Resolves every name to this machine. */
export const lookupThisMachine: LookupFunction = (_name, options, done) => {
  if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}

/** The findings of all checks. */
export const findingsOf = (groups: Group[]) => groups.flatMap(([, findings]) => findings)

/** The findings as text, one on each line. */
export const textOf = (findings: Finding[]) =>
  findings.map(({ severity, what }) => `${severity}: ${what}`).join('\n')
