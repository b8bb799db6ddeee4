/** How long the core setup takes. The page draws every time bar from these figures. */
export const effort = {
  /** Percent of the manual work that the kit removes: the claim of the solution card. */
  manualWorkRemoved: 80,
  /** Working hours for a core setup with the kit: two days, as in the questions, of eight hours each. */
  kitHours: 16,
  /** Working hours in a week. */
  hoursPerWeek: 40,
}

/** Working hours for the same setup by hand: 80, because the kit's 16 hours are the 20 percent that remain. */
export const byHandHours = (effort.kitHours * 100) / (100 - effort.manualWorkRemoved)

/** Working weeks for the same setup by hand. */
export const byHandWeeks = byHandHours / effort.hoursPerWeek

const count = (figure: number, one: string, more: string) => {
  const rounded = Math.round(figure * 10) / 10
  return `${rounded} ${rounded === 1 ? one : more}`
}
export const inHours = (hours: number): string => count(hours, 'hour', 'hours')
export const inWorkingHours = (hours: number): string => count(hours, 'working hour', 'working hours')
export const inWeeks = (weeks: number): string => count(weeks, 'week', 'weeks')
