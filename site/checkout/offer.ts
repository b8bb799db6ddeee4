import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { offerSchema } from '../../contract/offer.ts'
import { functions } from '../../contract/paths.ts'
import { useHydrated } from '../hydrated.ts'
import { functionsBase, queries } from '../queries.ts'

const offerKey = ['offer'] as const

async function fetchOffer({ signal }: { signal: AbortSignal }) {
  const response = await fetch(functionsBase + functions.offer, { signal })
  if (!response.ok) throw new Error(`The offer answered ${response.status}`)
  return v.parse(offerSchema, await response.json())
}

/**
 * The current price and the seats left. `undefined` until the server has answered, and if it does not answer.
 * @param enabled false until a price is visible: posts, legal pages and the success page must make no call
 */
export function useOffer(enabled = true) {
  const { data } = useQuery({ queryKey: offerKey, queryFn: fetchOffer, staleTime: 60_000, enabled }, queries)
  // Another island may have fetched the data. Hydration must match the built HTML, so show it only afterwards.
  return useHydrated() ? data : undefined
}

/** Asks for the offer again, because a checkout has failed: the seats may have ended. */
export const refreshOffer = () => queries.invalidateQueries({ queryKey: offerKey })
