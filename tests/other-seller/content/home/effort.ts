export const effort = { manualWorkRemoved: 60, kitHours: 12 }
export const byHandHours = 30
export const hoursSaved = 60
export const effortSource: { label: string; to: string } | null = null

export const inHours = (hours: number): string => `${hours} ${hours === 1 ? 'Stunde' : 'Stunden'}`
export const inWorkingHours = (hours: number): string =>
  `${hours} ${hours === 1 ? 'Arbeitsstunde' : 'Arbeitsstunden'}`
