/** Stars from 0 to 5. */
interface Ratings {
  workspaces: number
  branches: number
  kit: number
}

/** One criterion of the comparison. `description` is the text behind its help button. */
export interface ComparisonRow {
  id: string
  task: string
  ratings: Ratings
  description: string
}

/**
 * "Compare Approaches": three ways to run several environments with Terraform. Rate each approach
 * honestly.
 */
export const comparison = {
  heading: 'Compare Approaches',
  lead: 'CLI workspaces and branches work until a second team or an auditor arrives. Where they beat the kit, the stars say so.',
  /** A button after the table, and `short` in the footer; null: there is none. */
  more: {
    label: 'Compare with Control Tower and other landing zones',
    short: 'Compare',
    to: '/compare',
  } as { label: string; short: string; to: string } | null,
  caption: 'CLI workspaces, a branch per environment, and this kit, rated from 0 to 5 stars on eight tasks',
  /** The name of a help button, and a rating for screen readers. */
  about: (task: string) => `About ${task}`,
  rating: (stars: number, most: number) => `${stars} out of ${most}`,
  columns: { task: 'Task / Feature', workspaces: 'Workspaces', branches: 'Branches', kit: 'This Kit' },
  rows: [
    {
      id: 'first-environment',
      task: 'First environment running',
      ratings: { workspaces: 5, branches: 4, kit: 3 },
      description:
        'A workspace is one command and a branch is another. The kit asks for a management account, a state bucket and an email address for each account before its first apply.',
    },
    {
      id: 'account-isolation',
      task: 'Isolation between environments',
      ratings: { workspaces: 1, branches: 2, kit: 5 },
      description:
        'Workspaces and branches usually end in one AWS account, where quotas, IAM and mistakes are shared. With the kit each environment is an account, AWS’s hardest boundary.',
    },
    {
      id: 'state-credentials',
      task: 'Separate state and credentials',
      ratings: { workspaces: 1, branches: 3, kit: 5 },
      description:
        'CLI workspaces share one backend and usually one set of credentials, so whoever plans dev can read the state of prod unless you write IAM rules for each state. HashiCorp advises against them where credentials differ. Branches can each name a backend, by hand. The kit has one state per layer and environment, and a deploy role per account.',
    },
    {
      id: 'environment-parity',
      task: 'Keeping environments alike',
      ratings: { workspaces: 5, branches: 2, kit: 4 },
      description:
        'A workspace runs the very same configuration, so nothing can differ by accident. Branches drift with every cherry-pick. In the kit all environments run one root module and differ in a tfvars file, but they are applied one after the other, so they differ until the last apply.',
    },
    {
      id: 'production-review',
      task: 'Reviewing a production change',
      ratings: { workspaces: 2, branches: 5, kit: 5 },
      description:
        'A pull request into the production branch is exactly the change that ships. The kit gets there with a state and a plan per environment, and an approval once you protect prod on GitHub. With workspaces the diff does not say which one is selected.',
    },
    {
      id: 'environment-sizes',
      task: 'Different sizes per environment',
      ratings: { workspaces: 3, branches: 4, kit: 5 },
      description:
        'Workspaces need maps keyed by terraform.workspace. Branches can change any line, including the ones that should stay the same. The kit keeps the differences in one tfvars file per environment.',
    },
    {
      id: 'new-team',
      task: 'Adding a team',
      ratings: { workspaces: 1, branches: 1, kit: 4 },
      description:
        'Neither has a notion of a team, though both can be combined with accounts: network, roles and budgets are written again. In the kit an account is one entry, and a team is one folder to copy and one row of the access map. The platform team still deploys a stack for each environment of the team, and enters its zones and its image repository by hand.',
    },
    {
      id: 'guardrails',
      task: 'Access and guardrails by account',
      ratings: { workspaces: 1, branches: 1, kit: 5 },
      description:
        'Single sign-on and service control policies work on accounts, which workspaces and branches do not create. Both can be combined with accounts; the kit has already done that work.',
    },
  ] satisfies ComparisonRow[],
}
