export interface Person {
  name: string
  role: string
  link: string | null
  answers: string
  sample?: boolean
}

export const site = {
  language: 'en',
  name: 'Landing Zone by Kita',
  tagline: 'A multi-account cloud that one team can run.',
  description:
    'Terraform for an AWS organization with accounts, guardrails and sign-in, and an hour on a call. One payment, all of the files.',
  summary: 'All files of the kit and a 1-hour call',
  seller: {
    legalName: 'Kita Cloud GK',
    governingLaw: 'Japan',
    postalAddress: ['1-2-3 Kita', 'Sapporo 060-0001', 'Japan'] as string[] | null,
    taxId: 'T0000000000000' as string | null,
    person: { name: 'Aoi Mori', role: 'founder', link: null, answers: 'within two days' } as Person | null,
  },
  emails: {
    privacy: 'privacy@kita.example',
    legal: 'legal@kita.example',
    support: 'help@kita.example',
    security: 'security@kita.example',
  },
  links: { documentation: 'https://kita.example/help', contact: 'mailto:help@kita.example' } as {
    documentation: string | null
    contact: string | null
  },
  footerLinks: [] as { label: string; to: string }[],
  termsVersion: '2026-10-01',
}
