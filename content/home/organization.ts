/** One resource of the organization that the home page draws; its log line and its node are made of this. */
export interface Resource {
  resource:
    | 'aws_organizations_organization'
    | 'aws_organizations_organizational_unit'
    | 'aws_organizations_account'
    | 'aws_organizations_policy'
    | 'aws_ssoadmin_permission_set'
  /** Unique; as the kit's files name it. */
  id: string
  /** The id that it belongs to, hangs under or is attached to; the organization itself has none. */
  parent: string | null
  /** What it is for, in a few words: accounts only. */
  note?: string
}

/** The one that is washed in drawing and log while none is pointed at: its id. */
export const example = 'prod'

/** In the order in which Terraform creates them. Every one is in content/home/kit (a test compares). */
export const organization: Resource[] = [
  { resource: 'aws_organizations_organization', id: 'this', parent: null },
  { resource: 'aws_organizations_policy', id: 'deny-leave', parent: 'this' },
  { resource: 'aws_organizations_organizational_unit', id: 'security', parent: 'this' },
  { resource: 'aws_organizations_policy', id: 'protect-security', parent: 'security' },
  { resource: 'aws_organizations_account', id: 'log-archive', parent: 'security', note: 'CloudTrail logs' },
  { resource: 'aws_organizations_account', id: 'audit', parent: 'security', note: 'GuardDuty, Config' },
  { resource: 'aws_organizations_organizational_unit', id: 'shared', parent: 'this' },
  { resource: 'aws_organizations_account', id: 'network', parent: 'shared', note: 'transit gateway' },
  { resource: 'aws_organizations_account', id: 'ci-runners', parent: 'shared', note: 'deploy roles' },
  { resource: 'aws_organizations_organizational_unit', id: 'workloads', parent: 'this' },
  { resource: 'aws_organizations_policy', id: 'region-allowlist', parent: 'workloads' },
  { resource: 'aws_organizations_account', id: 'dev', parent: 'workloads' },
  { resource: 'aws_organizations_account', id: 'staging', parent: 'workloads' },
  { resource: 'aws_organizations_account', id: 'prod', parent: 'workloads' },
  { resource: 'aws_ssoadmin_permission_set', id: 'Administrator', parent: 'this' },
  { resource: 'aws_ssoadmin_permission_set', id: 'ReadOnly', parent: 'this' },
]
