/** The page that draws an organization of the visitor's choice. */
export const draw = {
  heading: 'Draw your own organization',
  description:
    'Choose accounts, regions and teams, and see the drawing, the resources, the monthly AWS bill, the quotas, the addresses and the finished tfvars files.',
  lead: 'Describe yours. The drawing, resources, bill and address plan update as you type, from the code that tests the kit. The URL holds your choices: send it to whoever decides.',
  /** The label of links to it. */
  name: 'Draw your own',
  noScript: "The form needs scripts. This is the organization of the kit's own examples.",
  form: {
    name: 'Your organization',
    environments: {
      label: 'Environments',
      hint: 'Separate with commas. Each is an account with a network.',
    },
    teams: { label: 'Teams', hint: 'Each has a service in every environment.' },
    accounts: {
      label: 'Workload accounts',
      shared: 'Teams share the account of an environment',
      separate: 'An account for each team in each environment',
    },
    further: {
      label: 'Further accounts',
      hint: 'Names by unit. The kit itself needs five, which are always drawn.',
      none: 'none',
    },
    home: 'Home region',
    regions: {
      label: 'Regions in use',
      hint: 'Requests to other regions are denied. These need no opt-in.',
    },
    egress: {
      label: 'Internet egress',
      modes: {
        per_vpc: 'A NAT gateway in each network',
        shared: 'Shared, through a transit gateway',
        none: 'None',
      } as Record<string, string>,
      perZone: 'A gateway in each of three zones',
    },
    retention: { label: 'Logs are kept for', unit: 'days' },
    plans: {
      label: 'GuardDuty plans',
      hint: 'Each is billed by use.',
      names: {
        EBS_MALWARE_PROTECTION: 'Malware on disks',
        EKS_AUDIT_LOGS: 'EKS audit logs',
        LAMBDA_NETWORK_LOGS: 'Lambda network logs',
        RDS_LOGIN_EVENTS: 'RDS sign-ins',
        RUNTIME_MONITORING: 'Runtime monitoring',
        S3_DATA_EVENTS: 'S3 data events',
      } as Record<string, string>,
    },
    prefix: { label: 'Short name', hint: 'Starts the names of buckets.' },
    domain: { label: 'Domain', hint: 'For names and addresses.' },
    /** Beside a field that has more than is drawn. */
    shortened: (names: number, letters: number) =>
      `Up to ${names} names are drawn, of ${letters} characters: a-z, 0-9 and hyphens. The rest is left out.`,
    /** Beside a field that has something else than is drawn. */
    otherDomain: (domain: string, letters: number) =>
      `The files have ${domain}. Enter a domain of up to ${letters} characters: a-z, 0-9, hyphens and dots.`,
    otherDays: (days: number, most: number) => `The files have ${days}. Enter whole days, up to ${most}.`,
    /** Beside the environments, if each team has its own accounts. */
    networks: (networks: number, most: number) =>
      `These are ${networks} networks, and the kit has numbers for ${most}. Let the teams share accounts, or name fewer environments.`,
    /** After the kit's words about the name of an environment. */
    environmentOfTeams: 'Or name no teams: then an environment may have any name.',
    /** Beside names that another account has. */
    taken: (names: string) => `Drawn once, because another account has the name: ${names}.`,
    chosen: (count: number) => `${count} chosen`,
    reset: "Back to the kit's example",
  },
  summary: {
    accounts: 'Accounts',
    resources: 'Resources',
    bill: 'Monthly',
    /** For screen readers, after each change. */
    status: (accounts: number, resources: string, bill: string) =>
      `${accounts} accounts, ${resources} resources, ${bill} a month`,
    refused: (count: number) => (count === 1 ? "One value isn't valid." : `${count} values aren't valid.`),
    unknown: 'not counted',
  },
  bill: {
    heading: 'The bill',
    /** `{date}` is a month. */
    about:
      'List prices of us-east-1 in {date}, without tax and traffic. Other regions cost up to a third more.',
    item: 'What',
    amount: 'Monthly',
    lines: {
      core: ({ parameters = 0, zones = 0 }: Record<string, number>) =>
        `The trail's key, ${parameters} shared ${parameters === 1 ? 'parameter' : 'parameters'}, ${zones} ${zones === 1 ? 'zone' : 'zones'}`,
      egress: ({ gateways = 0, attachments = 0 }: Record<string, number>) =>
        attachments > 0
          ? `NAT gateways: ${gateways}, transit gateway attachments: ${attachments}`
          : `NAT gateways with an address: ${gateways}`,
      teams: ({ balancers = 0 }: Record<string, number>) =>
        `Teams' load balancers, with zone and alarms: ${balancers}`,
      tasks: ({ tasks = 0 }: Record<string, number>) => `Teams' tasks, at the minimum: ${tasks}`,
    },
    total: 'Total before use',
    unknown: 'No bill until you correct the values that the kit refuses.',
    byUse: 'Billed by use, on top',
  },
  resources: {
    heading: 'Resources',
    about: 'What the first apply of each folder adds.',
    folder: 'Folder',
    count: 'Added',
    /** `{count}` is a number. */
    teams: 'team-infrastructure, all teams',
    total: 'Total',
    unknown: 'No count until you correct the values that the kit refuses.',
  },
  quotas: {
    heading: 'Quotas to raise first',
    about:
      "These exceed a new account's default quotas. Request an increase under Service Quotas in the console; it takes a day or two.",
    none: "A new account's default quotas are enough.",
    unknown: 'Unknown until you correct the values that the kit refuses.',
    /** `needed` and `standard` are numbers. */
    lines: {
      accounts: (needed: string, standard: string) =>
        `Accounts in the organization: ${needed}, not ${standard}`,
      vpcs: (needed: string, standard: string) => `VPCs, with the default one: ${needed}, not ${standard}`,
      addresses: (needed: string, standard: string) => `Elastic IP addresses: ${needed}, not ${standard}`,
      gateways: (needed: string, standard: string) => `NAT gateways in a zone: ${needed}, not ${standard}`,
      endpoints: (needed: string, standard: string) => `Gateway endpoints: ${needed}, not ${standard}`,
      processors: (needed: string, standard: string) =>
        `Fargate vCPUs, with every task running: ${needed}, not ${standard}`,
    },
    place: (account: string, region: string) => `account ${account}, ${region}`,
  },
  addresses: {
    heading: 'Address plan',
    about:
      'Each environment has its own network in three zones. Addresses follow the order of the environments, so add new ones at the end.',
    environment: 'Environment',
    network: 'Network',
    none: 'There are no networks to plan.',
  },
  files: {
    heading: 'The files',
    about:
      "Unpack them in the kit's folder. Team folders are for the teams' repositories. Account ids, mail addresses and images are examples until you fill them in.",
    refused: 'Correct the refused values above to download the files.',
    download: (count: number) => `Download ${count} files`,
    /** The name of the archive, with `{prefix}`. */
    archive: '{prefix}-organization.zip',
    /** Begins each file. */
    comment: (version: string) =>
      `Drawn for version ${version} of the kit. Account ids, mail addresses, image digests and users are examples: fill in yours.`,
  },
}
