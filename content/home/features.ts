interface Features {
  heading: string
  lead: string
  /** A large feature with an excerpt from the kit. `null`: there is none. */
  excerpt: {
    title: string
    text: string
    /** The path of the file in kit/; the file tree has the same excerpt. */
    file: string
    caption: string
  } | null
  /** A large feature with the access matrix from kit/iam-identity-center. `null`: there is none. */
  access: { title: string; text: string; caption: string; note: string } | null
  /** Small features without a picture. */
  compact: { title: string; text: string }[]
}

/** "Powerful Features". If all its lists are empty, the section and the links to it are left out. */
export const features: Features = {
  heading: 'Powerful Features',
  lead: 'What terraform apply sets up in your organization, and what no member account can undo: its trail, findings and limits.',
  excerpt: {
    title: 'Organizations setup',
    text: 'An empty management account becomes an organization: units for security, sign-in, shared services and workloads, accounts from one map, and service control policies attached to units, so that the next account has them from its first minute.',
    file: 'organization/scp-deny-root.json',
    caption:
      'Attached to the root, so it holds in every member account: a root user can do nothing, except in the short sessions of central root access.',
  },
  access: {
    title: 'Identity Center SSO',
    text: 'Who may do what in which account is one map of groups, accounts and permission sets. A change to it is a pull request. Administrator sessions end after an hour.',
    caption: 'Permission sets by group and account',
    note: 'As in iam-identity-center/terraform.tfvars.example. Nobody has standing administrator access to prod: the group prod-emergency stays empty until somebody needs it.',
  },
  compact: [
    {
      title: 'User and group management',
      text: 'People and groups are entries in a tfvars file, or come from Entra ID, Okta or Google. Nobody is assigned directly: remove the entry, and the next apply takes their access away. Open sessions run on until they end, as shipped for eight hours at most.',
    },
    {
      title: 'Team templates',
      text: 'A team copies one folder and names an image, a port and a host. It gets a Fargate service with autoscaling, alarms, deployments that roll back when they fail, and two roles of least privilege.',
    },
    {
      title: 'Infrastructure as code',
      text: 'Plain Terraform on version 6 of the AWS provider. State in S3 with native lock files, one for each layer; no framework to learn, and none to remove later.',
    },
    {
      title: 'Security best practices',
      text: 'One organization trail, in a bucket locked for a year. GuardDuty, Security Hub CSPM and Config of all accounts report to the audit account, and a policy keeps the other accounts from switching them off.',
    },
    {
      title: 'Multi-environment',
      text: 'dev, staging and prod each have an account, a VPC and a state. They run the same code and differ in one tfvars file. The pipeline applies prod after an approval: by required reviewers (for private repositories, GitHub Enterprise only) or by a protected release branch.',
    },
    {
      title: 'Battle-tested',
      text: 'Not in real accounts yet: version {version} is checked without AWS, with {policyCases} requests against its policies, and docs/verified.md says what was checked and what was not. Known accidents are designed out: Terraform refuses to destroy an account, and a duplicate root email fails at plan.',
    },
  ],
}
