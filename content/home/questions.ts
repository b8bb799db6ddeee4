import { guarantee } from '../guarantee.ts'
import { site } from '../site.ts'
import { effortSource } from './effort.ts'
import { payment } from './payment.ts'

export interface Question {
  /** The anchor of the question is `faq-` and this id. */
  id: string
  question: string
  /**
   * Figures of the kit replace the words in braces. A file of the kit such as docs/costs.md, a page such as /terms, and the address of support become
   * links.
   */
  answer: string
  /** A page that says more. */
  more?: { text: string; href: string }
}

const moneyBack = guarantee
  ? ` If it does not fit, write to ${site.emails.support} within ${guarantee.days} days of your purchase, and you get your money back.`
  : ''

export const faq = {
  heading: 'Frequently Asked Questions',
  questions: [
    {
      id: 'core-setup',
      question: 'How long does the setup take?',
      answer:
        'Core setup takes 1-2 days: the organization, its accounts, Identity Center, the policies and the log archive. Little of that is Terraform at work. Most of it is choosing units, regions and names, and an email address for each account. Full team infrastructure takes 1-2 weeks: network, environments, pipelines and services for every team, with your own images in them. Both are estimates for somebody who knows AWS and Terraform. A new organization may also wait a day or two until AWS raises its quota of accounts. If an apply stops halfway, you plan and apply again.',
      ...(effortSource && { more: { text: effortSource.label, href: effortSource.to } }),
    },
    {
      id: 'real-accounts',
      question: 'Has it run in real accounts?',
      answer: `Not yet. Version {version} has not been applied to real accounts, and nobody has made a plan of it against AWS. What ran is described in docs/verified.md, with dates: checks of every file against the schema of the AWS provider, {policyCases} requests against the policies, and Terraform's own tests, which use mocks in place of AWS. Version 6 of the provider itself, OpenTofu and the workflows on GitHub have not run. So read each plan before you apply it, and begin in a new organization with addresses that you can give up: closing its accounts takes 90 days.${moneyBack}`,
    },
    {
      id: 'existing-organization',
      question: 'We have an organization, or Control Tower. Does it fit?',
      answer:
        'Yes. docs/existing-organization.md has the import blocks, in an order where every plan can be read, and queries that show what the policies for regions and root users would have denied in the last 90 days. The page /kit/dry-run decides your own CloudTrail by them, in your browser. The first apply changes no account: guardrails, detection and the baseline are held back, and you turn on one after the other. If you run Control Tower, keep its landing zone and take the other folders: docs/control-tower.md shows the small root module in which you set your account ids and the name of its role. If you have neither, /compare says when Control Tower, Account Factory for Terraform, Landing Zone Accelerator or public modules are the better choice.',
    },
    {
      id: 'running-cost',
      question: 'What will it cost to run on AWS?',
      answer:
        '{monthTotal} a month as it ships, before traffic and before anything runs: {monthPerVpc} for a NAT gateway with its address in each of three VPCs, and {monthCore} for a key, parameters and zones. Two teams with one service each add {monthTwoTeamsShared} for load balancers, addresses, zones and alarms in dev, staging and prod, and {monthTwoTeamsTasks} for the least number of Fargate tasks. Together that is {monthTwoTeams} a month. A NAT gateway in each zone makes the network {monthPerVpcZones}. With one shared way out through a transit gateway, the network costs {monthShared}, or {monthSharedZones} with a NAT gateway in each of three zones. Config, GuardDuty and Security Hub CSPM are billed by use and come on top; so does IPAM if you switch it on. Organizations, Identity Center, the policies and the first copy of management events are free. These are list prices of us-east-1 in {pricesOf}, line by line in docs/costs.md; AWS bills you directly.',
      more: { text: 'Draw your own organization, with its bill', href: '/kit/draw' },
    },
    {
      id: 'own-the-code',
      question: 'What may we do with it, and what if it does not fit?',
      answer: `Use it in all organizations of your own company and change it as you like; contractors may work on them for you. Coding assistants may read and change it for your own work, if their provider neither trains on it nor publishes it. It is not for the organizations of your clients, for resale or for a competing product. The license does not end by itself; it ends only if its terms are broken (/terms). Updates cost nothing: each is a numbered archive with a changelog that says which plan you will see, and you merge what you want. What you have deployed stays yours to run.${moneyBack} ${payment}`,
    },
  ] satisfies Question[],
}
