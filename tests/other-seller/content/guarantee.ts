import { site } from './site.ts'

interface Guarantee {
  days: number
  name: string
  terms: string
  short: string
  receipt: { label: string; value: (until: string) => string }
}

export const guarantee: Guarantee | null = {
  days: 14,
  name: '14 Tage Rückgabe',
  terms: 'Schreiben Sie uns binnen 14 Tagen, und wir erstatten den ganzen Betrag.',
  short: '14 Tage Rückgabe: Schreiben Sie an',
  receipt: { label: 'Rückgabe', value: (until) => `bis ${until}, an ${site.emails.support}` },
}
