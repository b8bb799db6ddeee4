import { policies } from '#content/policies.ts'
import { scpDryRunPage } from '#content/scp-dry-run.ts'
import { pages } from '../../contract/paths.ts'

/** The pages on which a visitor tries the product. `name` is the label of a link. */
export const toolPages = [
  { path: pages.policies, title: policies.heading, description: policies.description, name: policies.name },
  {
    path: pages.scpDryRun,
    title: scpDryRunPage.heading,
    description: scpDryRunPage.description,
    name: scpDryRunPage.name,
  },
]
