/**
 * The kit as the pages show it, read from kit/ at build (packages/kit-reader/virtual-kit.ts). Islands must not import it. They get
 * the few values that they need as props.
 */
declare module 'virtual:kit' {
  /** A node of the file tree. `path` is from the archive's root and unique. */
  export interface FileNode {
    name: string
    type: 'folder' | 'file'
    path: string
    /** One sentence that says what it is. */
    description: string
    /** A short paragraph that says what it does in the kit, and what you would change. */
    details: string
    /** A part of the file, cut from it. */
    excerpt?: { language: string; code: string }
    /** Folders only. */
    children?: FileNode[]
  }

  /** A file of the sample, with its whole text. */
  export interface SampleFile extends Pick<FileNode, 'path' | 'description' | 'details'> {
    text: string
    language: string
  }

  /** A request that the checks run through the policies. */
  export interface PolicyRequest {
    title: string
    /** Who sends it, and the unit of their account. */
    holder: string
    unit: string
    /** ARN of the role or user. */
    principal: string
    action: string
    /** An ARN. Null if no statement that decides names a resource. */
    resource: string | null
    /** Null if no statement that decides asks for the region. */
    region: string | null
    /** The other condition keys of the request, as `key = value`. */
    conditions: string[]
    decision: 'denied' | 'allowed'
    /** The gate that denied it. */
    gate: string | null
    /** The statement that decided and its file, or which policies lack an allow. */
    reason: string
  }

  /** US dollars a month in us-east-1, without traffic. */
  export interface KitCosts {
    /** The cost of the core layers without a connection to the internet. */
    core: number
    /** The cost of the kit as shipped: `core` and a NAT gateway in each VPC. */
    total: number
    /** The cost of internet access by the mode of `egress`. `_zones` has a gateway in each of three zones. */
    egress: Record<'per_vpc' | 'per_vpc_zones' | 'shared' | 'shared_zones', number>
    /** A team's load balancer in one environment. */
    team: number
    /** Two teams with one service each: their load balancers, and the least number of tasks. */
    twoTeams: { balancers: number; tasks: number }
    /** When the prices were read, such as `November 2026`. */
    date: string
  }

  export interface Kit {
    version: string
    tree: FileNode[]
    /** The number of files: of all, and by top-level folder. Files outside of folders are under ''. */
    files: number
    filesByFolder: Record<string, number>
    /** The accounts that the example of the organization folder sets up, in the order of its file. */
    accounts: { name: string; unit: string }[]
    units: string[]
    /** Names of service control policies by target: `root` or a unit. */
    attachments: Record<string, string[]>
    /** Names of permission sets by group and account, in the order of the example. */
    access: Record<string, Record<string, string[]>>
    permissionSets: string[]
    /**
     * How many resources each apply adds, with the values of the examples: `accounts` is `make accounts`, and then each folder
     * adds the rest.
     */
    added: Record<string, number>
    /** The files of content/sample.ts. */
    samples: SampleFile[]
    sampleArchive: { name: string; bytes: number; base64: string }
    /** The requests that the checks run through the policies, with their results. */
    policyRequests: PolicyRequest[]
    /** The policies that decide on them, with the values of the example. */
    policySet: import('./gates.ts').PolicySet
    costs: KitCosts
    /** What is billed by use, from docs/costs.md. */
    byUse: { what: string; price: string }[]
  }

  export const kit: Kit
}

/** What the page that draws an organization needs. It is the only part of the kit that an island may import. */
declare module 'virtual:kit-model' {
  export const model: import('./organization.ts').KitModel
}
