export const site = {
  language: 'de-AT',
  name: 'Übungsheft für Cluster™',
  tagline: 'Zwölf Übungen, nach denen ein Cluster kein Rätsel mehr ist.',
  description:
    'Zwölf Übungen mit Lösungen für den Betrieb eines Clusters: Netze, Speicher, Lasten und Messwerte. Eine Zahlung, alle Dateien.',
  summary: 'Zwölf Übungen mit Lösungen, als Archiv zum Herunterladen',
  seller: {
    legalName: 'Nordwand Verlag GmbH',
    governingLaw: 'der Republik Österreich',
    postalAddress: ['Gürtelstraße 7', '6020 Innsbruck', 'Österreich'] as string[] | null,
    taxId: 'ATU00000000' as string | null,
    person: { name: 'Grete Huber', role: 'Verlegerin', link: null },
  },
  emails: {
    privacy: 'datenschutz@nordwand.example',
    legal: 'recht@nordwand.example',
    support: 'hilfe@nordwand.example',
    security: 'sicherheit@nordwand.example',
  },
  links: { documentation: 'https://nordwand.example/hilfe', contact: 'mailto:hilfe@nordwand.example' } as {
    documentation: string | null
    contact: string | null
  },
  footerLinks: [],
  termsVersion: '2026-10-01',
}
