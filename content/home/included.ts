/** One card of "What's Included"; `folders` are those at the top of the kit, and their files are counted. */
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
        'Organization trail, log archive, GuardDuty, Security Hub, Config and budgets',
        'Shared VPCs, transit gateway, address plan, central egress and private DNS',
      ],
    },
    {
      title: 'Team infrastructure',
      text: 'Copied by each team, applied to its three environments.',
      folders: ['team-infrastructure'],
      items: [
        'An ECS service on Fargate: load balancer rule, autoscaling, alarms, roles',
        'One root module for dev, staging and prod, and a tfvars file for each',
        'A GitHub Actions workflow that deploys through OIDC, without stored keys',
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
        'The decisions and their price, Control Tower included',
        'A 1-hour consultation and email support during setup',
      ],
    },
  ] satisfies IncludedCard[],
  files: {
    heading: 'Complete File Structure',
    label: 'Kit files',
    empty: {
      heading: 'Explore the Kit Files',
      text: 'Select a file from the tree to view its description and role in the infrastructure kit.',
    },
  },
}
