/** Figures of the kit replace the words in braces. */
interface Feature {
  title: string
  /** A measure or a number, set in the typeface of measures. */
  fact: string
  /** At most two sentences. Names of the kit's files become links. */
  text: string
}

interface Features {
  heading: string
  lead: string
  /** A large feature with an excerpt from the kit. `null`: there is none. */
  excerpt:
    | (Feature & {
        /** The path of the file in kit/, and its first and last line that are shown. */
        file: string
        lines: readonly [first: number, last: number]
        caption: string
      })
    | null
  /** A large feature with the access matrix from kit/iam-identity-center. `null`: there is none. */
  access: (Feature & { caption: string; note: string }) | null
  /** Small features without a picture. */
  compact: Feature[]
}

/** "Powerful Features". If all its lists are empty, the section and the links to it are left out. */
export const features: Features = {
  heading: 'Powerful Features',
  lead: 'What the kit sets up, and what member accounts cannot switch off.',
  excerpt: {
    title: 'Organizations setup',
    fact: '{accounts} member accounts, {policies} SCPs',
    text: 'Units for security, sign-in, shared services and workloads, and accounts from one map. Units carry the policies, so a new account is covered the moment it joins one.',
    file: 'organization/scp-deny-root.json',
    lines: [1, 15],
    caption:
      'Attached to the root: in every member account, the root user can do nothing outside central root sessions.',
  },
  access: {
    title: 'Identity Center SSO',
    fact: '1 h administrator sessions',
    text: 'One map says which group gets which permissions in which account, and a pull request changes it. Administrator sessions end after an hour.',
    caption: 'Permission sets by group and account',
    note: 'Nobody has standing administrator access to prod: prod-emergency stays empty until an emergency.',
  },
  compact: [
    {
      title: 'User and group management',
      fact: '8 h sessions',
      text: 'From a tfvars file, or by SCIM from Entra ID or Okta. Access ends with the next apply or sync; sessions already open last up to eight hours.',
    },
    {
      title: 'Team templates',
      fact: '1 folder',
      text: 'Copy it and name an image, a port and a host. You get a Fargate service with autoscaling, alarms, rollback and two least-privilege roles.',
    },
    {
      title: 'Infrastructure as code',
      fact: 'Terraform 1.11+',
      text: 'Plain Terraform on version 6 of the AWS provider, with one S3 state per layer and native locking. No framework to learn or rip out.',
    },
    {
      title: 'Security best practices',
      fact: '365 days',
      text: 'One organization trail, in a bucket locked for a year in governance mode. Every account reports to the audit account, and no member account can turn that off.',
    },
    {
      title: 'Multi-environment',
      fact: '3 accounts',
      text: 'dev, staging and prod run the same code in separate accounts, each with its own tfvars file. The pipeline can hold prod for an approval.',
    },
    {
      title: 'Battle-tested',
      fact: '{policyCases} requests',
      text: 'Tested without AWS so far: {policyCases} policy requests, and an apply to an emulator with provider 5. Common accidents are blocked; docs/verified.md lists each run.',
    },
  ],
}
