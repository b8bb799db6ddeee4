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
        'Core setup takes 1-2 days: the organization, its accounts, Identity Center, the policies and the log archive. The applies themselves run in under two hours. The rest is choosing names, OUs and regions, and creating the mailboxes that AWS wants for each root user.',
    },
    {
      id: 'team-infrastructure',
      question: 'And until our teams can deploy to it?',
      answer:
        'Full team infrastructure takes 1-2 weeks: network, ECS services, environments and pipelines for every team, with your own services moved in. A first service in a fresh account usually runs on the first afternoon.',
    },
    {
      id: 'existing-organization',
      question: 'We already have an organization. Can we still use it?',
      answer:
        'Yes. Each module takes an existing id or imports the resource, and the runbook lists the import blocks in order. Run plan first: it must show nothing to destroy before you go on. If you use Control Tower, keep its landing zone and take Identity Center, networking and the team modules.',
    },
    {
      id: 'running-cost',
      question: 'What will it cost to run on AWS?',
      answer:
        'Organizations, Identity Center and service control policies are free, and so is the first copy of management events in CloudTrail. Config, GuardDuty and Security Hub are metered by use. The fixed part is networking: in us-east-1 a NAT gateway or a transit gateway attachment is about $35 a month each, before traffic. Both can be left out. AWS bills you directly.',
    },
    {
      id: 'own-the-code',
      question: 'May we change the code, and what if we outgrow it?',
      answer:
        'You may use and change it for your own company as you like, and it is ordinary Terraform, so there is nothing to eject from. Updates come as tagged releases with a changelog; you merge what you want. Reselling it or building a competing product on it is not covered by the licence.',
    },
  ] satisfies Question[],
}
