/** One box of the drawing. Its line in the log has the same name. */
export interface Resource {
  /** `root` stands at the top. Units hang under it, accounts stand in units, policies and sets belong to root or a unit. */
  kind: 'root' | 'unit' | 'account' | 'policy' | 'set'
  /** A unique id. */
  id: string
  /** The ids of the resources that it belongs to or is attached to. The root has none. */
  parents: string[]
  /** The purpose in a few words; accounts only. */
  note?: string
}

interface Drawing {
  /** The id of the resource that is highlighted until the visitor points at another one. */
  example: string
  /** The purpose of an account of the kit, in a few words. */
  notes: Record<string, string>
  /** The permission sets of the kit that are drawn. There is room for two. */
  permissionSets: string[]
  /** The texts in the boxes. `{id}` is the name of the box. */
  names: { root: string; rootNote: string; unit: string; policy: string; sets: string }
  /** For visitors who do not see the drawing. `{ids}` are several names. */
  spoken: {
    drawing: string
    list: string
    root: string
    sets: string
    policies: string
    unit: string
    unitPolicies: string
    account: string
  }
  /** For each kind, its line in the log. `{id}` is the name of the box. */
  lines: Record<Resource['kind'], string>
  /** Above the log; empty: nothing. Names of the kit's files become links. */
  logNote: string
  /**
   * The commands, and the kinds that each adds. `apply` is a folder of the kit, or `accounts` for its `make accounts`; it may add more than
   * the drawing shows.
   */
  log: { command: string; apply: string; kinds: Resource['kind'][] }[]
  /** `{more}` and `{added}` are numbers. */
  logMore: string
  /** For screen readers, after the name of a resource that belongs to others. `{places}` are their names. */
  logPlaces: string
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
    rootNote: 'the organization',
    unit: 'OU {id}',
    policy: 'SCP {id}',
    sets: 'IAM Identity Center',
  },
  spoken: {
    drawing: 'Drawing of the organization; the next list has the same content',
    list: 'The organization',
    root: 'Management account, at the top of the organization',
    sets: 'IAM Identity Center with the permission sets {ids}',
    policies: 'Service control policies for all units: {ids}',
    unit: 'Organizational unit {id}',
    unitPolicies: ', with the service control policies {ids}',
    account: 'Account {id}',
  },
  lines: {
    root: 'aws_organizations_organization.this: Creation complete',
    unit: 'aws_organizations_organizational_unit.this["{id}"]: Creation complete',
    account: 'aws_organizations_account.this["{id}"]: Creation complete',
    policy: 'aws_organizations_policy.scp["{id}"]: Creation complete',
    set: 'aws_ssoadmin_permission_set.this["{id}"]: Creation complete',
  },
  logNote: 'Terraform’s words, with counts from a run on mocks, not on AWS: see docs/verified.md',
  log: [
    { command: '$ make accounts', apply: 'accounts', kinds: ['root', 'unit', 'account'] },
    { command: '$ make apply LAYER=organization', apply: 'organization', kinds: ['policy'] },
    { command: '$ make apply LAYER=iam-identity-center', apply: 'iam-identity-center', kinds: ['set'] },
  ],
  logMore: '… and {more} more',
  logPlaces: ', in {places}',
  logDone: 'Apply complete! Resources: {added} added, 0 changed, 0 destroyed.',
  titleBlock: { kit: 'kit', byHand: 'by hand', files: 'Files', revision: 'Revision', license: 'License' },
}
