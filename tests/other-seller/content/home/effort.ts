export const effort = { manualWorkRemoved: 60, kitHours: 12, hoursPerWeek: 40 }

export const byHandHours = (effort.kitHours * 100) / (100 - effort.manualWorkRemoved)
export const byHandWeeks = byHandHours / effort.hoursPerWeek

const count = (figure: number, one: string, more: string) => {
  const rounded = Math.round(figure * 10) / 10
  return `${String(rounded).replace('.', ',')} ${rounded === 1 ? one : more}`
}
export const inHours = (hours: number): string => count(hours, 'Stunde', 'Stunden')
export const inWorkingHours = (hours: number): string => count(hours, 'Arbeitsstunde', 'Arbeitsstunden')
export const inWeeks = (weeks: number): string => count(weeks, 'Woche', 'Wochen')
