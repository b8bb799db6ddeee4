export interface IncludedCard {
  title: string
  text: string
  folders: string[]
  items: string[]
}

export const included = {
  heading: 'Was Sie bekommen',
  lead: 'Ein Archiv mit einfachen Dateien.',
  cards: [
    { title: 'Manifeste', text: 'Zum Anwenden.', folders: ['manifeste'], items: ['Netz', 'Speicher'] },
    { title: 'Anleitung', text: 'Zum Lesen.', folders: ['docs'], items: ['Erste Schritte'] },
  ] as IncludedCard[],
  fits: [
    { heading: 'Es passt', items: ['zu jedem Cluster ab Version 1.30'] },
    { heading: 'Es passt nicht', items: ['zu Prüfungen für ein Zertifikat'] },
  ],
}

/** The tree of the kit's files and the pane beside it. This is a value of its own, so that the tree's island loads nothing else. */
export const kitFiles = {
  heading: 'Alle Dateien',
  label: 'Dateien des Hefts',
  about: 'Über die gewählte Datei',
  showing: (path: string) => `Gezeigt wird ${path}`,
  empty: { heading: 'Dateien ansehen', text: 'Wählen Sie eine Datei, um zu sehen, wozu sie dient.' },
  failed: {
    text: 'Die Beschreibung ist nicht angekommen. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut, oder lesen Sie sie auf der Seite aller Dateien.',
    again: 'Erneut versuchen',
  },
  all: {
    link: 'Alle Dateien und ihre Beschreibungen auf einer Seite',
    title: 'Alle Dateien des Hefts',
    description:
      'Jede Datei und jeder Ordner des Hefts mit Pfad und Zweck, und was Sie darin für Ihr eigenes Haus ändern würden.',
    top: 'Dateien ohne Ordner',
  },
  whole: (lines: number) => `Die ganze Datei, ${lines} Zeilen`,
  download: (kilobytes: number) => `Die Datei herunterladen, ${kilobytes} KB`,
}
