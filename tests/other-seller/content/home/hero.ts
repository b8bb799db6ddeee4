export const hero = {
  title: 'Übungen mit Lösungen',
  headline: 'Der Cluster, den Sie verstehen',
  lead: 'Zwölf Übungen für Netze, Speicher, Lasten und Messwerte. Jede endet mit einer Prüfung, die Ihnen sagt, ob es stimmt.',
  buy: 'Übungsheft kaufen',
  files: 'Dateien ansehen',
  terms: 'eine Zahlung, kein Abo',
  license: 'Eine Zahlung, eine Firma',
  time: 'Zeit bis zum ersten Erfolg, geschätzt',
}
