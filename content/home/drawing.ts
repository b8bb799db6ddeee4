/** The kinds of boxes: the management account, units, accounts, service control policies and permission sets. */
type Kind = 'root' | 'unit' | 'account' | 'policy' | 'set'

interface Drawing {
  /** The id of the resource that is highlighted until the visitor points at another one. */
  example: string
  /** The purpose of an account of the kit, in a few words. */
  notes: Record<string, string>
  /** The permission sets of the kit that are drawn. There is room for two. */
  permissionSets: string[]
  /** The texts in the boxes. `{id}` is the name of the box. */
  names: { root: string; rootNote: string; unit: string; policy: string; sets: string }
  /** For screen readers: the names of the lists. */
  spoken: { list: string; sets: string; policies: string }
  /** Above the log; empty: nothing. Names of the kit's files become links. */
  logNote: string
  /**
   * The commands, and the kinds of boxes that each adds. `apply` is a folder of the kit, or `accounts` for its `make accounts`. Of all that it
   * adds, the log has the lines of a few resources. A phone shows only those that are `always` there.
   */
  log: {
    command: string
    apply: string
    kinds: Kind[]
    lines: { of: string; text: string; always?: true }[]
  }[]
  /** `{added}` is a number. */
  logDone: string
  /** The block in the corner. It also has texts of content/home/hero.ts. */
  titleBlock: { kit: string; byHand: string; files: string; revision: string; license: string }
}

/**
 * The drawing below the headline, and the log beside it: the resources that the examples in kit/ create, with room for four units.
 * The build fails if the kit does not create a resource that is named here.
 */
export const drawing: Drawing = {
  example: 'log-archive',
  notes: {
    'log-archive': 'audit trail',
    audit: 'findings',
    network: 'VPCs, routes',
    images: 'registries',
    identity: 'sign-in',
  },
  permissionSets: ['Administrator', 'ReadOnly'],
  names: {
    root: 'management',
    rootNote: 'exempt from SCPs',
    unit: 'OU {id}',
    policy: 'SCP {id}',
    sets: 'IAM Identity Center',
  },
  spoken: {
    list: 'The organization',
    sets: 'Permission sets',
    policies: 'Service control policies for all units',
  },
  logNote: 'Simulated output, abridged; the counts come from the code. What really ran: docs/verified.md',
  log: [
    {
      command: '$ make accounts',
      apply: 'accounts',
      kinds: ['root', 'unit', 'account'],
      lines: [
        {
          of: 'security',
          text: 'aws_organizations_organizational_unit.this["security"]: Creation complete',
        },
        {
          of: 'log-archive',
          text: 'aws_organizations_account.this["log-archive"]: Creation complete',
          always: true,
        },
      ],
    },
    {
      command: '$ make apply LAYER=organization',
      apply: 'organization',
      kinds: ['policy'],
      lines: [{ of: 'deny-root', text: 'aws_organizations_policy.scp["deny-root"]: Creation complete' }],
    },
  ],
  logDone: 'Apply complete! Resources: {added} added, 0 changed, 0 destroyed.',
  titleBlock: { kit: 'kit', byHand: 'by hand', files: 'Files', revision: 'Revision', license: 'License' },
}
