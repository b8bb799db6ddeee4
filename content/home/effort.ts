/** Minutes of work for one account: the first one, and each further one. */
interface Minutes {
  first: number
  further: number
}

/** A step of the setup by hand and with Terraform from an empty file. */
interface Step {
  name: string
  console: Minutes
  terraform: Minutes
  /** How many accounts need it, if not all. */
  accounts?: number
  /** Whether it is part of the core setup, which the page compares. */
  isCore: boolean
}

/**
 * How long a setup takes. Every time bar, the question and the post take their figures from these estimates. All of them are for an
 * engineer who knows AWS and Terraform.
 */
export const effort = {
  /** Percent of the manual work that the kit removes: the claim of the solution card. */
  manualWorkRemoved: 80,
  /**
   * Working hours for the core setup with the kit: two days of eight hours for an engineer who does it for the first time, and one day
   * with practice.
   */
  kitHours: { first: 16, practiced: 8 },
  /** Member accounts, as in the example of the kit. */
  accounts: 8,
  /** By hand, whoever does it for the first time reads, decides and corrects. The steps below are for an engineer with practice. */
  firstTimeFactor: 3,
  steps: [
    {
      name: 'Account, contacts, baseline',
      console: { first: 45, further: 45 },
      terraform: { first: 180, further: 5 },
      isCore: true,
    },
    {
      name: 'Single sign-on and assignments',
      console: { first: 120, further: 20 },
      terraform: { first: 180, further: 2 },
      isCore: true,
    },
    {
      name: 'Trail, Config, GuardDuty',
      console: { first: 180, further: 15 },
      terraform: { first: 240, further: 0 },
      isCore: true,
    },
    {
      name: 'Guardrails',
      console: { first: 60, further: 5 },
      terraform: { first: 120, further: 0 },
      isCore: true,
    },
    {
      name: 'Network',
      console: { first: 240, further: 60 },
      terraform: { first: 480, further: 10 },
      accounts: 3,
      isCore: false,
    },
  ] satisfies Step[] as Step[],
}

/** The link beside the time bars. `null`: there is none. */
export const effortSource: { label: string; to: string } | null = {
  label: 'How we estimate',
  to: '/blog/terraform-vs-manual-aws-setup#the-same-job-done-twice',
}

/** Working hours for all steps, or for those of the core setup, by somebody who has done it before. */
export const hoursOf = (way: 'console' | 'terraform', isCore = false): number =>
  effort.steps
    .filter((step) => step.isCore || !isCore)
    .reduce((sum, step) => {
      const { first, further } = step[way]
      return sum + first + further * ((step.accounts ?? effort.accounts) - 1)
    }, 0) / 60

/** The core setup by one engineer, both ways. */
interface Setup {
  /** Whose hours these are. */
  name: string
  /** Working hours. */
  byHand: number
  withKit: number
  /** Percent of the hours by hand that the kit saves. */
  saved: number
}

/** @param byHand working hours @param withKit working hours of the same engineer, for the same steps */
function setupOf(name: string, byHand: number, withKit: number): Setup {
  return { name, byHand, withKit, saved: Math.round((1 - withKit / byHand) * 100) }
}

/** The core setup by an engineer who does it for the first time, and by the same engineer with practice. */
export const setups = {
  first: setupOf(
    'The first time',
    Math.round(effort.firstTimeFactor * hoursOf('console', true)),
    effort.kitHours.first,
  ),
  practiced: setupOf('With practice', hoursOf('console', true), effort.kitHours.practiced),
}

/** Writes working hours as `50 hours`, or as `16 h 40 min` if there is a part of an hour. */
export function inHours(hours: number): string {
  const minutes = Math.round(hours * 60)
  if (minutes % 60 === 0) return `${minutes / 60} ${minutes === 60 ? 'hour' : 'hours'}`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
