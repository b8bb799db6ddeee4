/** A group's permission set in each account of `access.accounts`, in their order; `null`: no access. */
export interface AccessRow {
  group: string
  sets: (string | null)[]
}

/** "Powerful Features". The first two are drawn large, each beside its artefact. */
export const features = {
  heading: 'Powerful Features',
  lead: 'What terraform apply leaves behind in your organization, and what it keeps anyone from undoing.',
  organizations: {
    title: 'Organizations setup',
    text: 'One apply turns an empty management account into an organization: OUs for security, shared services and workloads, every account under its own root email, and service control policies attached to the OU rather than to each account.',
    /** The path of the kit file whose excerpt is shown; the file tree has the same text. */
    policy: 'organization/scp-region-allowlist.json',
    caption:
      'The region policy on the shared and workloads OUs: any other region is refused, also to an administrator.',
  },
  identity: {
    title: 'Identity Center SSO',
    text: 'Permission sets are files and assignments are rows. Who may do what in which account is decided in a pull request, and nobody holds a long-lived access key.',
    access: {
      caption: 'Permission sets by group and account',
      accounts: ['log-archive', 'audit', 'network', 'dev', 'staging', 'prod'],
      rows: [
        {
          group: 'platform',
          sets: [null, null, 'Administrator', 'Administrator', 'Administrator', 'PowerUser'],
        },
        { group: 'developers', sets: [null, null, null, 'PowerUser', 'ReadOnly', null] },
        { group: 'security', sets: ['ReadOnly', 'Administrator', null, null, null, 'SecurityAudit'] },
      ] satisfies AccessRow[],
      note: 'As in iam-identity-center/terraform.tfvars.example: nobody has standing administrator access to prod.',
    },
  },
  compact: [
    {
      title: 'User and group management',
      text: 'Users and groups live in one locals map. Add a line and the sign-in, the group and every account follow; remove it and all of them go in the same apply.',
    },
    {
      title: 'Team templates',
      text: 'One module call gives a team its VPC share, ECS cluster, service, load balancer, deploy role, log groups and a budget with an alarm.',
    },
    {
      title: 'Infrastructure as code',
      text: 'Plain Terraform on the AWS provider. State in S3 with native locking, versions pinned, no wrapper to learn and none to remove later.',
    },
    {
      title: 'Security best practices',
      text: 'An organization trail into a locked log archive, GuardDuty, Security Hub and Config delegated to the audit account, root keys denied, EBS encrypted by default.',
    },
    {
      title: 'Multi-environment',
      text: 'dev, staging and prod are accounts with a state file and a deploy role each. The same modules everywhere; only a tfvars file differs.',
    },
    {
      title: 'Battle-tested',
      text: 'Every module is applied to a real, empty organization and destroyed again before a release. What changed, and what your plan will say about it, is in the changelog.',
    },
  ],
}
