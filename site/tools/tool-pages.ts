import { draw } from '#content/draw.ts'
import { dryRun } from '#content/dry-run.ts'
import { policies } from '#content/policies.ts'
import { policiesPage } from '../ask/policies-page.ts'
import { drawPage } from '../draw/draw-page.ts'
import { dryRunPage } from '../dry-run/dry-run-page.ts'

/** A page on which a visitor tries the product. */
export interface ToolPage {
  path: string
  title: string
  description: string
  /** The line that leads to it. Figures of the kit replace the words in braces. */
  link: string
}

/** The pages on which a visitor tries the product. Another product has none of them. */
export const toolPages: ToolPage[] = [
  ...policiesPage.map((page) => ({ ...page, description: policies.description, link: policies.link })),
  ...dryRunPage.map((page) => ({ ...page, link: dryRun.link })),
  ...drawPage.map((page) => ({ ...page, link: draw.link })),
]
