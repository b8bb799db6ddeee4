export const pricing = {
  heading: 'Der Preis',
  lead: 'Eine Zahlung, kein Abo.',
  badge: 'Für die Ersten',
  listBadge: 'Listenpreis',
  everything: 'Alle Übungen mit Lösungen',
  includes: ['Alle neuen Ausgaben', '14 Tage Rückgabe'],
  guarantee: 'Schreiben Sie uns binnen 14 Tagen, und wir erstatten den ganzen Betrag.',
  facts: [{ label: 'Lizenz', value: 'Eine Firma' }],
  buy: 'Übungsheft kaufen',
}
