export const problem = {
  heading: 'Was fehlt',
  byHand: 'allein, beim ersten Mal',
  estimated: 'geschätzt',
  list: [
    {
      title: 'Die Anleitung hört auf',
      text: 'Sie zeigt, wie man beginnt, und nicht, was man tut, wenn es steht.',
    },
    { title: 'Niemand prüft', text: 'Ob es richtig war, sieht man erst nachts, wenn das Telefon läutet.' },
  ],
  accounts: [
    'node-1',
    'node-2',
    'alt',
    'neu',
    'neu-2',
    'probe',
    'weg?',
    'backup',
    'nicht-anfassen',
    'last',
    'netz',
    'rest',
  ],
  drawing: 'Knoten mit Namen wie neu-2 und nicht-anfassen, durch wirre Linien verbunden',
}

export const solution = {
  heading: 'Was hilft',
  withKit: 'mit dem Heft, geschätzt',
  claim: 'Spart die Hälfte der Abende',
  text: 'Jede Übung beginnt kaputt und endet mit einer Prüfung.',
  left: [
    { title: 'Sie lösen', text: 'Zwölf Aufgaben, jede an einem Abend.' },
    { title: 'Das Heft prüft', text: 'Ein Befehl sagt, ob die Lösung trägt.' },
  ],
  drawing: 'Ein Cluster mit vier Teilen und ihren Übungen',
}
