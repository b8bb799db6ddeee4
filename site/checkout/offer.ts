import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { catalog } from '#content/catalog.ts'
import { offerSchema } from '../../contract/offer.ts'
import { functions } from '../../contract/paths.ts'
import { openingPrices } from '../../contract/prices.ts'
import { useHydrated } from '../hydrated.ts'
import { functionsBase, queries } from '../queries.ts'

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
  const { data } = useQuery({ queryKey: ['offer'], queryFn: fetchOffer, staleTime: 60_000, enabled }, queries)
  // Another island may have fetched the data. Hydration must match the built HTML, so show it only afterwards.
  return useHydrated() ? data : undefined
}

/** The prices to show: the price list's until the current offer is known. @param enabled as for `useOffer` */
export const useShownPrices = (enabled = true) => useOffer(enabled) ?? openingPrices(catalog)
