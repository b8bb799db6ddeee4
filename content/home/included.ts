/** One card of "What's Included"; `folders` are paths in the kit, and their files are counted. */
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
      text: 'Applied once, from the management account.',
      folders: ['organization', 'iam-identity-center', 'networking'],
      items: [
        'Organization, OUs, accounts and service control policies',
        'Permission sets, groups and account assignments',
        'Organization trail, GuardDuty, Security Hub and Config',
        'Shared VPC, transit gateway, IPAM and private DNS',
      ],
    },
    {
      title: 'Team infrastructure',
      text: 'Applied once for each team and environment.',
      folders: ['team-infrastructure'],
      items: [
        'An ECS service on Fargate: load balancer, autoscaling, logs, alarms',
        'dev, staging and prod as three small tfvars files',
        'Deploy roles for GitHub Actions through OIDC, without stored keys',
        'A budget with alarms for every team account',
      ],
    },
    {
      title: 'Documentation and support',
      text: 'For the people who will run it after you.',
      folders: ['docs'],
      items: [
        'A getting-started guide in the order of the applies',
        'Runbooks: new account, lost root access, leaving the organization',
        'The reasons behind each decision, one page apiece',
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
