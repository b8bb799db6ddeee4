import { draw } from '#content/draw.ts'
import { dryRun } from '#content/dry-run.ts'
import { policies } from '#content/policies.ts'
import { pages } from '../../contract/paths.ts'

/** The pages on which a visitor tries the product. `name` is the label of a link. */
export const toolPages = [
  { path: pages.policies, title: policies.heading, description: policies.description, name: policies.name },
  { path: pages.dryRun, title: dryRun.heading, description: dryRun.description, name: dryRun.name },
  { path: pages.draw, title: draw.heading, description: draw.description, name: draw.name },
]
