import { useQuery } from '@tanstack/react-query'
import type { NamedPolicy } from 'kit-reader/policies'
import { sessionIn } from 'kit-reader/policies'
import { useMemo } from 'react'
import { policiesDataPath } from '../../../contract/paths.ts'
import { useHydrated } from '../../hydrated.ts'
import { queries } from '../../queries.ts'
import type { AskData } from './data.ts'
import type { Organization, Question } from './question.ts'

/** AWS's long policies by their place in `PolicySet.policies`. */
export type LongPolicies = Record<number, NamedPolicy>

interface Loaded {
  /** With the long policies, as soon as they are there. */
  organization: Organization
  state: 'complete' | 'loading' | 'failed'
}

/** Loads AWS's long policies if the session of a question has one of them. They are two thirds of all policies. */
export function useLongPolicies({ organization, longPlaces }: AskData, { account, who }: Question): Loaded {
  const { policySet } = organization
  const session = sessionIn(account, who, policySet.assignments)
  const own = session ? (policySet.sessions[session.name]?.own ?? []) : []
  const isNeeded = own.some((place) => longPlaces.includes(place))
  const isHydrated = useHydrated()
  const { data, failureReason } = useQuery(
    {
      queryKey: ['long policies'],
      queryFn: async ({ signal }): Promise<LongPolicies> => {
        const response = await fetch(policiesDataPath, { signal })
        if (!response.ok) throw new Error(`The policies answered ${response.status}.`)
        return response.json()
      },
      enabled: isHydrated && isNeeded,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queries,
  )
  const complete = useMemo(() => {
    if (!data) return organization
    const policies = policySet.policies.map((policy, place) => data[place] ?? policy)
    return { ...organization, policySet: { ...policySet, policies } }
  }, [data, organization, policySet])
  if (data || !isNeeded) return { organization: complete, state: 'complete' }
  return { organization, state: failureReason ? 'failed' : 'loading' }
}
