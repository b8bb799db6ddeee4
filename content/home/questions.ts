import { kitFilePath } from '../../contract/paths.ts'
import { consultation } from '../consultation.ts'
import { guarantee } from '../guarantee.ts'
import { labels } from '../labels.ts'
import { site } from '../site.ts'
import { effortSource, inHours, setups } from './effort.ts'

/** A row: its name and its values. With `bill`, the value is what that organization costs a month. */
export type Row =
  | readonly [name: string, ...values: string[]]
  | { name: string; bill: 'noTeam' | 'oneTeam' | 'twoTeams' | 'twoTeamsShared' }

/**
 * Figures of the kit replace the words in braces. A file of the kit such as docs/costs.md, a page such as /terms, and the address of support
 * become links.
 */
export interface Question {
  /** The anchor of the question is `faq-` and this id. */
  id: string
  question: string
  /** One sentence. */
  answer: string
  table: { head?: readonly string[]; rows: readonly Row[] }
  note?: string
  /** A page that says more. */
  more?: { text: string; href: string }
}

const moneyBack = guarantee
  ? ` Write to ${site.emails.support} within ${guarantee.days} days of your purchase, and you get your money back.`
  : ''

const { person } = site.seller
const support = person
  ? `${person.name}, ${person.role}, usually answers ${person.answers}${person.sample ? ` (${labels.sample.toLowerCase()})` : ''}`
  : 'We answer as soon as we can'

export const faq = {
  heading: 'Frequently Asked Questions',
  questions: [
    {
      id: 'core-setup',
      question: 'How long does the setup take?',
      answer: 'Core setup takes 1-2 days, and full team infrastructure 1-2 weeks.',
      table: {
        head: ['Core setup', 'By hand', 'With the kit'],
        rows: Object.values(setups).map(
          ({ name, byHand, withKit }) => [name, inHours(byHand), inHours(withKit)] as const,
        ),
      },
      note: 'These are estimates for an engineer who knows AWS and Terraform. Expect very little of that to be Terraform running: most of it is choosing units, regions, names and an email address for each account. AWS may need another day or two to raise the account quota of a new organization.',
      ...(effortSource && { more: { text: effortSource.label, href: effortSource.to } }),
    },
    {
      id: 'real-accounts',
      question: 'Has it run in real accounts?',
      answer: 'Not yet: version {version} has been applied to an emulator, not to real accounts.',
      table: {
        rows: [
          ['The core layers on an emulator, with provider 5', 'Applied, with gaps; a second plan was empty'],
          ['{policyCases} requests against the policies', 'All as expected'],
          ['Every Terraform file against the schema of provider 6', 'Valid'],
          [
            'Provider 6, Terraform after 1.11, OpenTofu, the account baseline, SCIM, the GitHub workflows',
            'Not run',
          ],
        ],
      },
      note: `An emulator does not show that AWS accepts every value or enforces a policy: docs/verified.md lists each run. Read each plan, and begin in a new organization with addresses you can give up, because closing its accounts takes 90 days.${moneyBack}`,
    },
    {
      id: 'existing-organization',
      question: 'We have an organization, or Control Tower. Does it fit?',
      answer:
        'Yes. Imported step by step, the first apply changes none of your accounts, by our count; no import has been run.',
      table: {
        rows: [
          [
            'Your own organization',
            'Import it step by step (docs/existing-organization.md), then turn on guardrails, detection and the baseline one at a time',
          ],
          ['Control Tower', 'Keep its landing zone and take our other folders: docs/control-tower.md'],
          ['Neither yet', '/compare says when Control Tower or public modules are the better choice'],
          [
            'Will the guardrails break you?',
            'Run your own CloudTrail through them in your browser: /scp-dry-run',
          ],
        ],
      },
    },
    {
      id: 'running-cost',
      question: 'What will it cost to run on AWS?',
      answer: '{monthTotal} a month as shipped, before teams and traffic.',
      table: {
        head: ['Organization', 'Monthly'],
        rows: [
          { name: 'As shipped: a NAT gateway in each of three networks', bill: 'noTeam' },
          { name: 'With one team in dev, staging and prod', bill: 'oneTeam' },
          { name: 'With two teams', bill: 'twoTeams' },
          {
            name: 'Two teams, one shared exit (less to secure, not cheaper)',
            bill: 'twoTeamsShared',
          },
        ],
      },
      note: 'Config, GuardDuty and Security Hub CSPM are billed by use, on top: expect about as much again as the network. Organizations, Identity Center, the policies and the first copy of management events are free. List prices of us-east-1 in {pricesOf}, line by line in docs/costs.md; AWS bills you directly.',
      more: { text: 'What each part costs', href: kitFilePath('docs/costs.md') },
    },
    {
      id: 'own-the-code',
      question: 'What may we do with it, and what if we need help?',
      answer: 'Use and change it in every organization your company owns; what you deploy stays yours.',
      table: {
        rows: [
          ['Help', support],
          ...(consultation ? [['The hour', `It covers ${consultation.covers}`] as const] : []),
          [
            'Who may use it',
            'You, your contractors, and coding assistants that neither train on it nor publish it; not your clients, resellers or competitors (/terms)',
          ],
          ['Updates', 'Free: numbered archives, each with a changelog that says which plan you will see'],
          ['Removing it', 'docs/removing.md takes out a team, a layer or all of it'],
        ],
      },
      note: `The license never expires; it ends only if its terms are broken.${moneyBack}`,
    },
  ] satisfies Question[] as Question[],
}
