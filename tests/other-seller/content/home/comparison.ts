interface Ratings {
  workspaces: number
  branches: number
  kit: number
}

export interface ComparisonRow {
  id: string
  task: string
  ratings: Ratings
  description: string
}

export const comparison = {
  heading: 'Vergleich',
  lead: '',
  more: null as { label: string; to: string } | null,
  caption: '',
  about: (task: string) => `Über ${task}`,
  rating: (stars: number, most: number) => `${stars} von ${most}`,
  columns: { task: 'Aufgabe', workspaces: 'Kurs', branches: 'Buch', kit: 'Heft' },
  rows: [] as ComparisonRow[],
}
