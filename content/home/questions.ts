export interface Question {
  /** Its anchor is `faq-` and this. */
  id: string
  question: string
  answer: string
}

export const faq = {
  heading: 'Frequently Asked Questions',
  questions: [
    {
      id: 'core-setup',
      question: 'How long does the core setup take?',
      answer:
        'Core setup takes 1-2 days: the organization, its accounts, Identity Center, the policies and the log archive. Little of that is Terraform at work. Most of it is choosing units, regions and names, and having an email address for the root user of each account.',
    },
    {
      id: 'team-infrastructure',
      question: 'And until our teams can deploy to it?',
      answer:
        'Full team infrastructure takes 1-2 weeks: network, environments, pipelines and ECS services for every team, with your own images in them. The first service of the first team is usually up within a day of the network.',
    },
    {
      id: 'existing-organization',
      question: 'We already have an organization. Can we still use it?',
      answer:
        'Yes. docs/existing-organization.md has the import blocks for each resource, in an order where every plan can be read, and attaches guardrails last, after a week of looking at what they would have denied. If you run Control Tower, keep its landing zone and take the Identity Center, networking and team folders; give them your account ids and the name of its role, which they would read from the organization folder.',
    },
    {
      id: 'running-cost',
      question: 'What will it cost to run on AWS?',
      answer:
        'Organizations, Identity Center and service control policies are free, and so is the first copy of management events in CloudTrail. Config, GuardDuty and Security Hub are billed by use. The fixed part is networking: in us-east-1 each NAT gateway and each transit gateway attachment is about $35 a month before traffic. The kit starts with three gateways for the whole organization; one variable makes it one. AWS bills you directly.',
    },
    {
      id: 'own-the-code',
      question: 'May we change the code, and what if we outgrow it?',
      answer:
        'You may use and change it for your own company as you like, and it is ordinary Terraform, so there is nothing to eject from. Each update is a new numbered archive with a changelog, behind a fresh download link; you merge what you want. Reselling it or building a competing product on it is not covered by the license.',
    },
  ] satisfies Question[],
}
