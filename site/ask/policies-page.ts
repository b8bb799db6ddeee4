import { kit } from 'virtual:kit'
import { policies } from '#content/policies.ts'
import { pages } from '../../contract/paths.ts'

/** The page of what the policies allow and deny. The list is empty if the product has no policies. */
export const policiesPage = kit.policySet ? [{ path: pages.policies, title: policies.heading }] : []
