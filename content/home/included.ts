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
      text: 'Your platform team applies them once.',
      folders: ['organization', 'iam-identity-center', 'networking'],
      items: [
        'Organization, OUs, accounts and guardrails',
        'Permission sets, groups and assignments',
        'Trail, log archive, GuardDuty, Security Hub CSPM, Config and budgets',
        'VPCs, an address plan, internet egress, DNS',
      ],
    },
    {
      title: 'Team infrastructure',
      text: 'Each team copies it for its three environments.',
      folders: ['team-infrastructure'],
      items: [
        'An ECS service on Fargate: load balancer, autoscaling, alarms, roles',
        'One root module for dev, staging and prod, with a tfvars file each',
        'GitHub Actions that build, plan, apply and find drift, without stored keys',
      ],
    },
    {
      title: 'Documentation and support',
      text: 'For the people who run it after you.',
      folders: ['docs'],
      items: [
        'A getting-started guide with a check after every step',
        'Runbooks, upgrades, and how to remove it all',
        'A 1-hour consultation and email support during setup',
      ],
    },
  ] satisfies IncludedCard[],
  /** After the cards: the files that are in none of their folders. `{count}` is a number. */
  top: 'And {count} files at the top, from README to Makefile.',
  /** What a visitor has to know before paying. The names of the kit's files become links. */
  fits: [
    {
      heading: 'It fits',
      items: [
        'Terraform 1.11 or newer, run with 1.11.4; OpenTofu 1.11 should work but is untested',
        'Every commercial region; for the US, change home_region (eu-central-1) and regions',
        'A new organization, or yours by import',
        'Containers on ECS and Fargate',
        'Pipelines on GitHub Actions; prod waits for a reviewer (GitHub Enterprise) or a protected branch',
      ],
    },
    {
      heading: 'It does not fit',
      items: [
        'Teams who need a track record: so far applied only to an emulator (docs/verified.md)',
        'GovCloud, China, or a mapping to CIS or SOC 2',
        'EKS: accounts, network and access fit, the team folder does not',
        'Control Tower with our organization folder: they overlap. The other folders work beside it',
        'Existing VPCs, and pipelines outside GitHub: you would write those',
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
  /** Before a choice: files of the sample that are worth reading first. */
  first: {
    heading: 'Read these in full first',
    files: ['docs/verified.md', 'docs/getting-started.md', 'organization/scp-protect-security.json'],
  },
  /** Instead of a description that did not arrive. */
  failed: {
    text: 'The description did not arrive. Check your connection and try again, or read it on the page of all files.',
    again: 'Try again',
  },
  /** The page that describes every file. `top` is the heading of the files outside of folders. */
  all: {
    link: 'All files and their descriptions on one page',
    title: 'Every file in the kit',
    description:
      'Every file and folder of the kit with its path, what it is, what it does, and what you would change in it.',
    top: 'Files at the top',
  },
  /** The link to the whole text of a file of the sample. */
  whole: (lines: number) => `The whole file, ${lines} lines`,
}
