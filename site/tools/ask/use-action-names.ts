import { useQuery } from '@tanstack/react-query'
import { queries } from '../../queries.ts'
import type { ActionNames } from './action-names.ts'

export const noNames: ActionNames = { actions: {}, calls: {} }

/** The names of all services that begin with the same letter as the action. */
export function useActionNames(
  path: string,
  action: string,
  enabled: boolean,
): { names: ActionNames | undefined; isFailed: boolean } {
  const letter = /^[a-z]/.exec(action.toLowerCase())?.[0]
  const { data, failureReason } = useQuery(
    {
      queryKey: ['actions', letter],
      queryFn: async ({ signal }): Promise<ActionNames> => {
        const response = await fetch(`${path}${letter}.json`, { signal })
        // AWS has no service that begins with this letter.
        if (response.status === 404) return noNames
        if (!response.ok) throw new Error(`The list of actions answered ${response.status}.`)
        return response.json()
      },
      enabled: enabled && letter !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queries,
  )
  if (letter === undefined) return { names: noNames, isFailed: false }
  // It tries again, but nobody waits for that.
  return { names: data, isFailed: !data && failureReason !== null }
}
