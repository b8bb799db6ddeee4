export interface Question {
  /** The anchor of the question is `faq-` and this id. */
  id: string
  question: string
  answer: string
}

export const faq = {
  heading: 'Frequently Asked Questions',
  questions: [
    {
      id: 'core-setup',
      question: 'How long does the setup take?',
      answer:
        'Core setup takes 1-2 days: the organization, its accounts, Identity Center, the policies and the log archive. Little of that is Terraform at work. Most of it is choosing units, regions and names, and an email address for each account. Full team infrastructure takes 1-2 weeks: network, environments, pipelines and services for every team, with your own images in them. Both are estimates for somebody who knows AWS and Terraform. A new organization may also wait a day or two until AWS raises its quota of accounts. If an apply stops halfway, you plan and apply again.',
    },
    {
      id: 'why-not-control-tower',
      question: 'Why not Control Tower or another free landing zone?',
      answer:
        'Take AWS Control Tower if nobody on your team writes Terraform, if you want hundreds of controls that AWS maintains, or if your auditor asks for it by name. Landing Zone Accelerator, Account Factory for Terraform, Superwerker and the public Terraform modules for AWS are free and good; choosing, connecting and understanding them is the work. The kit is for teams who want all of it in Terraform that they can read, and every change in a plan before it happens. docs/decision-no-control-tower.md has both sides.',
    },
    {
      id: 'existing-organization',
      question: 'We already have an organization. Can we still use it?',
      answer:
        'Yes. docs/existing-organization.md has the import blocks, in an order where every plan can be read, and queries that show what the policies would have denied in the last 90 days. The page /kit/dry-run decides your own CloudTrail by them, in your browser. Most guardrails are attached last. If you run Control Tower, keep its landing zone and take the other folders: docs/control-tower.md shows the small root module in which you set your account ids and the name of its role.',
    },
    {
      id: 'running-cost',
      question: 'What will it cost to run on AWS?',
      answer:
        'About {monthTotal} a month as it ships, before traffic and before anything runs: {monthPerVpc} for a NAT gateway with its address in each of three VPCs, and {monthCore} for a key, parameters and zones. A gateway in each zone makes the network {monthPerVpcZones}. With one shared way out through a transit gateway, the network costs {monthShared}, or {monthSharedZones} with a NAT gateway in each of three zones. A team adds about {monthTeam} in each environment for its load balancer and its addresses; its tasks are billed on top. Config, GuardDuty and Security Hub CSPM are billed by use, and so is IPAM if you switch it on. Organizations, Identity Center, the policies and the first copy of management events are free. These are list prices of us-east-1 in {pricesOf}; AWS bills you directly.',
    },
    {
      id: 'own-the-code',
      question: 'What may we do with it, and what about updates?',
      answer:
        'Use it in all organizations of your own company and change it as you like; contractors may work on them for you. It is not for the organizations of your clients, for resale or for a competing product. The license has no end date; it ends only if its terms are broken. Updates cost nothing. Each is a numbered archive with a changelog that says which plan you will see, and you merge what you want. It is ordinary Terraform, so there is nothing to eject from: what you have deployed stays yours to run.',
    },
  ] satisfies Question[],
}
