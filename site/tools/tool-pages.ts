import { kit } from 'virtual:kit'
import { model } from 'virtual:kit-model'
import { draw } from '#content/draw.ts'
import { dryRun } from '#content/dry-run.ts'
import { policies } from '#content/policies.ts'
import { pages } from '../../contract/paths.ts'

interface Words {
  heading: string
  description: string
  /** The line that leads to the page. Figures of the kit replace the words in braces. */
  link: string
}

/** The list is empty if the product lacks what the page shows. */
const pageOf = (shown: unknown, path: string, { heading, description, link }: Words) =>
  shown ? [{ path, title: heading, description, link }] : []

export const policiesPage = pageOf(kit.policySet, pages.policies, policies)
export const dryRunPage = pageOf(kit.policySet, pages.dryRun, dryRun)
export const drawPage = pageOf(model, pages.draw, draw)

/** The pages on which a visitor tries the product. Another product has none of them. */
export const toolPages = [...policiesPage, ...dryRunPage, ...drawPage]
