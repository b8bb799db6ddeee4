import { effort } from './effort.ts'

/** "The Problem": why a visitor looks for a kit. */
export const problem = {
  heading: 'The Problem',
  byHand: 'by hand, the first time',
  /** Follows the hours; the link in content/home/effort.ts follows it. */
  estimated: 'estimated',
  list: [
    {
      title: 'Manual setup takes weeks',
      text: 'Accounts, roles, sign-on and log buckets are set up by clicking, in an order that nobody wrote down. The next organization takes as long as the first.',
    },
    {
      title: 'Security gaps',
      text: 'A trail that covers one region, a root password in every account, an account that is free to leave. Each is one missed step, and none of them shows.',
    },
    {
      title: 'No standard way to manage team infrastructure',
      text: 'Each team copies another team’s VPC and pipeline, then changes them. After a year no two are alike and none can be upgraded.',
    },
    {
      title: 'Drift',
      text: 'Somebody repairs production in the console. The next plan would undo the repair, so nobody applies the next plan.',
    },
    {
      title: 'Costly consultants',
      text: 'A landing zone billed by the day, built with the consultant’s own tool, which you cannot change after they have left.',
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
  withKit: 'with the kit, estimated',
  claim: `Eliminates ${effort.manualWorkRemoved}% of manual work`,
  text: 'An organization as code, which you read before you run it. You still make the decisions that only you can make.',
  left: [
    {
      title: 'You decide',
      text: 'Account names and email addresses, regions, who gets in and with which rights.',
    },
    {
      title: 'Terraform does',
      text: 'Units, accounts, guardrails, sign-on, audit trail, budgets and networks, in layers.',
    },
    {
      title: 'It stays that way',
      text: 'Guardrails hold even for account administrators, and a plan shows what was changed by hand in what Terraform made.',
    },
  ],
  drawing: 'One organization: a management account above four units with their accounts',
}
