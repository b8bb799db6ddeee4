import { draw } from '#content/draw.ts'
import { dryRunPage } from '#content/dry-run.ts'
import { policies } from '#content/policies.ts'
import { scpDryRunPage } from '#content/scp-dry-run.ts'
import { pages } from '../../contract/paths.ts'

/** The pages on which a visitor tries the product. Figures of the kit replace the words in braces of a `link`. */
export const toolPages = [
  { path: pages.policies, title: policies.heading, description: policies.description, link: policies.link },
  {
    path: pages.dryRun,
    title: dryRunPage.heading,
    description: dryRunPage.description,
    link: dryRunPage.link,
  },
  {
    path: pages.scpDryRun,
    title: scpDryRunPage.heading,
    description: scpDryRunPage.description,
    link: scpDryRunPage.link,
  },
  { path: pages.draw, title: draw.heading, description: draw.description, link: draw.link },
]
