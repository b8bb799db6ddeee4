import { draw } from '#content/draw.ts'
import { dryRun } from '#content/dry-run.ts'
import { policies } from '#content/policies.ts'
import { pages } from '../../contract/paths.ts'

/** The pages on which a visitor tries the product. Figures of the kit replace the words in braces of a `link`. */
export const toolPages = [
  { path: pages.policies, title: policies.heading, description: policies.description, link: policies.link },
  { path: pages.dryRun, title: dryRun.heading, description: dryRun.description, link: dryRun.link },
  { path: pages.draw, title: draw.heading, description: draw.description, link: draw.link },
]
