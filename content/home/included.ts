/** One card of "What's Included". `folders` are at the top of the kit, and the card shows the number of their files. */
export interface IncludedCard {
  title: string
  text: string
  folders: string[]
  items: string[]
}

export const included = {
  heading: "What's Included",
  lead: 'One archive of plain files. No service behind it, no agent, no account with us.',
  cards: [
    {
      title: 'Core infrastructure modules',
      text: 'Applied once, by whoever runs the platform.',
      folders: ['organization', 'iam-identity-center', 'networking'],
      items: [
        'Organization, OUs, accounts and service control policies',
        'Permission sets, groups and account assignments',
        'Organization trail, log archive, GuardDuty, Security Hub CSPM, Config and budgets',
        'VPCs with shared subnets, an address plan, three ways to the internet, and DNS',
      ],
    },
    {
      title: 'Team infrastructure',
      text: 'Copied by each team, applied to its three environments.',
      folders: ['team-infrastructure'],
      items: [
        'An ECS service on Fargate: load balancer, autoscaling, alarms, roles',
        'One root module for dev, staging and prod, and a tfvars file for each',
        'GitHub Actions workflows that build, plan, apply and find drift through OIDC, without stored keys',
        'A guide to the first hour of a new team',
      ],
    },
    {
      title: 'Documentation and support',
      text: 'For the people who will run it after you.',
      folders: ['docs'],
      items: [
        'A getting-started guide whose every step ends with a check',
        'Runbooks: accounts, people, break-glass access, state',
        'The decisions and their trade-offs, what was checked, and what was not',
        'A 1-hour consultation and email support during setup',
      ],
    },
  ] satisfies IncludedCard[],
  /** What a visitor has to know before paying. The names of the kit's files become links. */
  fits: [
    {
      heading: 'It fits',
      items: [
        'Terraform 1.11 or newer, so far tried on mocks only; OpenTofu 1.11 or newer should work, but was not tried',
        'The commercial regions of AWS',
        'A new organization, or yours, with import blocks step by step',
        'Services in containers on ECS and Fargate',
        'Pipelines on GitHub Actions',
      ],
    },
    {
      heading: 'It does not fit',
      items: [
        'Teams who need a track record: no version has been applied to real accounts yet. docs/verified.md says what was checked',
        'GovCloud and the regions in China',
        'EKS: accounts, network and access fit, the team folder does not',
        'GitLab and others: the Terraform runs anywhere, the workflows are yours to write',
        'Control Tower and the folder organization together: both do the same work. The other folders fit',
        'Existing VPCs: the kit makes its own, and does not adopt yours',
      ],
    },
  ],
}

/** The tree of the kit's files and the pane beside it. This is a value of its own, so that the tree's island loads nothing else. */
export const kitFiles = {
  heading: 'Complete File Structure',
  label: 'Kit files',
  /** For screen readers. */
  about: 'About the selected file',
  showing: (path: string) => `Showing ${path}`,
  empty: {
    heading: 'Explore the Kit Files',
    text: 'Select a file from the tree to view its description and role in the infrastructure kit.',
  },
  /** Instead of a description that did not arrive. */
  failed: {
    text: 'The description did not arrive. Check your connection and try again, or read it on the page of all files.',
    again: 'Try again',
  },
  /** The page that describes every file. `top` is the heading of the files outside of folders. */
  all: {
    link: 'All files and their descriptions on one page',
    title: 'All files of the kit',
    description:
      'Every file and folder of the kit with its path, what it is, what it does, and what you would change in it.',
    top: 'Files at the top',
  },
  /** The link to the whole text of a file of the sample. */
  whole: (lines: number) => `The whole file, ${lines} lines`,
}
