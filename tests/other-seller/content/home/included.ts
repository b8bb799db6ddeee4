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
  files: {
    heading: 'Alle Dateien',
    label: 'Dateien des Hefts',
    about: 'Über die gewählte Datei',
    showing: (path: string) => `Gezeigt wird ${path}`,
    empty: { heading: 'Dateien ansehen', text: 'Wählen Sie eine Datei, um zu sehen, wozu sie dient.' },
  },
}
