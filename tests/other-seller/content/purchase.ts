export const purchase = {
  offer: 'Dateien mit Aufgaben, Lösungen und Erklärungen, die Ihnen gehören',
  form: { heading: 'Ohne JavaScript bestellen', name: 'Name', email: 'E-Mail', submit: 'Weiter' },
  ordered: 'Das ganze Übungsheft',
  next: ['Laden Sie das Übungsheft über den Link in der E-Mail.', 'Beginnen Sie mit der ersten Übung.'],
  waiting: {
    heading: 'Wir warten auf Ihre Bank',
    text: 'Ihre Bank hat die Zahlung noch nicht bestätigt. Das kann einige Tage dauern.',
    next: ['Ihre Bank bestätigt die Zahlung.', 'Sie bekommen Beleg und Link per E-Mail.'],
    log: ['zahlung: beginnt', 'zahlung: läuft', 'Wir warten auf Ihre Bank.'],
  },
  receipt: {
    first: ['Laden Sie das Übungsheft und vergleichen Sie seine SHA-256 mit der oben.'],
    last: ['Beginnen Sie mit der ersten Übung.'],
  },
  log: [
    ['zahlung', 'eingang'],
    ['heft', 'link'],
    ['post', 'beleg'],
  ],
} as const
