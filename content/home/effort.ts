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
 * How long a setup takes. Every time bar of the page, and the table of the post, come from these estimates, which are for somebody who knows AWS
 * and Terraform.
 */
export const effort = {
  /** Percent of the manual work that the kit removes: the claim of the solution card. doctor compares it with the estimates. */
  manualWorkRemoved: 80,
  /** Working hours for a first core setup with the kit: two days, the longer time in the questions, of eight hours each. */
  kitHours: 16,
  /** Member accounts, as in the example of the kit. */
  accounts: 8,
  /** Whoever does it for the first time reads, decides and corrects. */
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

/** Working hours for the core setup by hand, the first time: the same person and the same scope as `kitHours`. */
export const byHandHours = Math.round(effort.firstTimeFactor * hoursOf('console', true))

/** How many percent of the hours the kit saves, by the estimates. */
export const hoursSaved = Math.round((1 - effort.kitHours / byHandHours) * 100)

export const inHours = (hours: number): string => `${hours} ${hours === 1 ? 'hour' : 'hours'}`
export const inWorkingHours = (hours: number): string => `${hours} working ${hours === 1 ? 'hour' : 'hours'}`
