import { kit } from 'virtual:kit'
import { dryRun } from '#content/dry-run.ts'
import { pages } from '../../contract/paths.ts'

/** The page of the dry run. The list is empty if the product has no guardrails. */
export const dryRunPage = kit.policySet
  ? [{ path: pages.dryRun, title: dryRun.heading, description: dryRun.description }]
  : []
