import { effort } from './effort.ts'

/** "The Problem": why a visitor looks for a kit. */
export const problem = {
  heading: 'The Problem',
  /** Hours, as in content/home/effort.ts. Its link follows. */
  byHand: (first: string, practiced: string) =>
    `by hand: ${first} the first time, ${practiced} with practice, estimated`,
  list: [
    {
      title: 'Manual setup takes weeks',
      text: 'Accounts, roles and log buckets are clicked together in an order nobody wrote down.',
    },
    {
      title: 'Security gaps',
      text: 'A region without a trail, a root password in every account: each is one skipped step, and nothing warns you.',
    },
    {
      title: 'No standard way to manage team infrastructure',
      text: 'Each team copies another team’s pipeline. A year later, no two are alike.',
    },
    {
      title: 'Drift',
      text: 'Somebody fixes production by hand, and nobody dares to apply the next plan.',
    },
    {
      title: 'Costly consultants',
      text: 'They bill by the day, and leave you a tool only they can change.',
    },
  ],
  /** Names of accounts that grew without a plan. The last ones are drawn only in wide windows. */
  accounts: [
    'prod',
    'prod-old',
    'test',
    'main',
    'dev',
    'dev-new',
    'logs?',
    'anna-demo',
    'backup',
    'do-not-use',
    'billing',
    'acquired',
  ],
  drawing: 'Accounts with names like prod-old and anna-demo, joined by a tangle of lines',
}

export const solution = {
  heading: 'The Solution',
  withKit: (first: string, practiced: string) =>
    `with the kit: ${first} the first time, ${practiced} with practice`,
  claim: `Eliminates ${effort.manualWorkRemoved}% of manual work`,
  /** Under the claim. Percent of the hours in content/home/effort.ts. */
  estimate: (first: number, practiced: number) =>
    `Our own estimate in hours is lower, for an engineer who knows AWS and Terraform: ${first}% the first time, ${practiced}% with practice.`,
  text: 'Your organization as code you can read before you run it.',
  left: [
    {
      title: 'You decide',
      text: 'Names, email addresses, regions, and who gets which access.',
    },
    {
      title: 'Terraform does',
      text: 'Units, accounts, guardrails, sign-on, audit trail, budgets and networks.',
    },
    {
      title: 'It stays that way',
      text: 'Guardrails bind administrators too, and a plan shows manual changes.',
    },
  ],
  drawing: 'One organization: a management account above four units with their accounts',
}
