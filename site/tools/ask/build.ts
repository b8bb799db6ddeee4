// What the build makes of the kit's policies: the data of the page, and the queries of its table.
import { kit } from 'virtual:kit'
import { accessFile, cases } from 'kit-reader/policies'
import { knownActions } from 'scp-dry-run/names'
import { policies } from '#content/policies.ts'
import { actionNamesPath, kitEntryPath } from '../../../contract/paths.ts'
import { plan } from '../../home/plan/plan.tsx'
import { formatDay } from '../../markdown/day.ts'
import { textOf } from '../address-query.ts'
import type { AskData } from './data.ts'
import { organizationOf } from './organization.ts'
import { questionOf, toQuery } from './question.ts'
import { routesIn } from './route.ts'
import type { LongPolicies } from './use-long-policies.ts'

/** Characters. A document of the kit has fewer. */
const longPolicy = 10_000

/**
 * @returns the queries of the cases in their order, too
 * @throws Error if content/policies.ts names an example that the checks do not have
 */
export function buildAsk(): { data: AskData; longPolicies: LongPolicies; queries: string[] } {
  const organization = organizationOf(kit)
  const requests = kit.policyRequests.map(({ account, resource }) => ({ account, resource: resource ?? '' }))
  const questions = cases.flatMap((policyCase, index) => {
    const request = requests[index]
    return request ? questionOf(policyCase, request, organization) : []
  })
  const presets = policies.examples.map(([who, title]) => {
    const question = questions[cases.findIndex((other) => other.holder === who && other.title === title)]
    if (question) return { title, question }
    throw new Error(
      `content/policies.ts names the example "${title}" of ${who}, which packages/kit-reader/policy-cases.ts does not have.`,
    )
  })
  const example = presets[0]?.question
  if (!example) throw new Error('content/policies.ts has no example.')
  // AWS's own policies are not files of the kit.
  const names = organization.policySet.policies.map(({ name }) => name).filter((name) => name.includes('.'))
  const files = [...names, accessFile, ...organization.policySet.trusts.map(({ file }) => file)]
  const { policySet } = organization
  const long = policySet.policies.flatMap((policy, place) =>
    JSON.stringify(policy).length > longPolicy ? [[place, policy] as const] : [],
  )
  const longPolicies = Object.fromEntries(long)
  const withoutLong = policySet.policies.map((policy, place) =>
    longPolicies[place] ? { ...policy, policy: { Statement: [] } } : policy,
  )
  return {
    longPolicies,
    queries: questions.map((question) => textOf(toQuery(question))),
    data: {
      organization: { ...organization, policySet: { ...policySet, policies: withoutLong } },
      longPlaces: long.map(([place]) => place),
      routes: { wide: plan ? routesIn(plan.wide) : {}, tall: plan ? routesIn(plan.tall) : {} },
      root: plan?.whole.root.id ?? '',
      example,
      presets,
      files: Object.fromEntries(files.map((name) => [name, kitEntryPath(name)])),
      resources: [...new Set(requests.flatMap(({ resource }) => resource || []))],
      actions: { date: formatDay(knownActions.date, 'short'), path: actionNamesPath('') },
    },
  }
}
