// What the build reads from the kit, and the pages show.
import type { Reason } from './case-decisions.ts'
import type { OtherPolicy, PolicySet } from './gates.ts'

/** A node of the file tree. `path` is relative to the archive's root. */
export interface FileNode {
  name: string
  type: 'folder' | 'file'
  path: string
  /** One sentence that says what it is. */
  description: string
  /** A short paragraph about what it does in the kit and what a buyer would change. */
  details: string
  /** A part of the file. */
  excerpt?: { language: string; code: string }
  /** Folders only. */
  children?: FileNode[]
}

/** A text file of the sample. */
interface SampleFile extends Pick<FileNode, 'path' | 'description' | 'details'> {
  text: string
  language: string
}

/** A request that the checks judge by the kit's policies. */
export interface PolicyRequest {
  title: string
  /** Who sends it, their account, and its unit. */
  holder: string
  account: string
  unit: string
  action: string
  /** An ARN. Null if no deciding statement names a resource. */
  resource: string | null
  /** Null if no deciding statement reads the region. */
  region: string | null
  /** The request's other condition keys, as `key = value`. */
  conditions: string[]
  decision: 'denied' | 'allowed'
  /** A policy that is not in the kit, and that has to allow the request, too. */
  onlyIf: OtherPolicy | null
  reason: Reason
  /** The file or the policy of AWS that decided. */
  source: string
  /** Whether the source is a file of the kit. */
  isFile: boolean
  /** What decided in it: a statement as JSON, or the rows of the access matrix. Empty if no text allows the request. */
  text: string
}

/** US dollars a month in us-east-1, without traffic. */
export interface KitCosts {
  /** The cost of the core layers without a connection to the internet. */
  core: number
  /** The cost of internet access by the mode of `egress`. `_zones` has a gateway in each of three zones. */
  egress: Record<'per_vpc' | 'per_vpc_zones' | 'shared' | 'shared_zones', number>
  /** A team with one service: its load balancer in one environment and in three, and the least number of its tasks in three. */
  team: Record<'environment' | 'balancers' | 'tasks', number>
  /** All costs of an organization. As shipped, it has no team and a NAT gateway in each VPC. */
  bills: Record<'noTeam' | 'oneTeam' | 'twoTeams' | 'twoTeamsShared', number>
  /** When the prices were read, such as `November 2026`. */
  date: string
}

export interface Kit {
  version: string
  tree: FileNode[]
  files: number
  /** The number of files by top-level folder. Files outside of folders are under ''. */
  filesByFolder: Record<string, number>
  /** The accounts in the example of the organization folder, in its order. */
  accounts: { name: string; unit: string }[]
  units: string[]
  /** Names of service control policies by target: `root` or a unit. */
  attachments: Record<string, string[]>
  /** Names of permission sets by group and account, in the order of the example. */
  access: Record<string, Record<string, string[]>>
  permissionSets: string[]
  /**
   * How many resources each apply adds with the values of the examples: first `accounts` (`make accounts`), then the rest of
   * each folder. `team` is one service in one environment.
   */
  added: Record<string, number>
  /** The files of content/sample.ts. */
  samples: SampleFile[]
  sampleArchive: { name: string; bytes: number; base64: string }
  /** The requests that the checks judge, with their results. */
  policyRequests: PolicyRequest[]
  /** The policies that judge them, with the values of the example. */
  policySet: PolicySet
  costs: KitCosts
}
