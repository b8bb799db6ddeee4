export const lostLink = {
  title: 'Link verloren?',
  description:
    'E-Mail mit dem Link verloren? Geben Sie die Adresse Ihrer Bestellung ein, und Sie bekommen einen neuen.',
  lead: 'Geben Sie die E-Mail-Adresse Ihrer Bestellung ein. Wir senden einen neuen Link dorthin.',
  label: 'E-Mail-Adresse Ihrer Bestellung',
  submit: 'Neuen Link senden',
  otherwise: 'Die Adresse gibt es nicht mehr, oder es kam nichts an?',
} as const
