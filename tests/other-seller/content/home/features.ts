interface Features {
  heading: string
  lead: string
  excerpt: { title: string; text: string; file: string; caption: string } | null
  access: { title: string; text: string; caption: string; note: string } | null
  compact: { title: string; text: string }[]
}

export const features: Features = {
  heading: 'Was im Heft steckt',
  lead: 'Aufgaben, Lösungen, Prüfungen.',
  excerpt: null,
  access: null,
  compact: [
    { title: 'Netze', text: 'Namen, Wege und Sperren.' },
    { title: 'Speicher', text: 'Was bleibt, wenn ein Knoten geht.' },
    { title: 'Messwerte', text: 'Woran man es vorher sieht.' },
  ],
}
