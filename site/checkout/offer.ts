import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { offerSchema } from '../../contract/offer.ts'
import { functions } from '../../contract/paths.ts'
import { useHydrated } from '../hydrated.ts'
import { queries } from '../queries.ts'
import { functionsBase } from './functions-base.ts'

async function fetchOffer({ signal }: { signal: AbortSignal }) {
  const response = await fetch(functionsBase + functions.offer, { signal })
  if (!response.ok) throw new Error(`The offer answered ${response.status}`)
  return v.parse(offerSchema, await response.json())
}

/**
 * What a buyer would pay now and the seats left. `undefined` until known, and when nobody answers.
 * @param enabled false where nobody looks at a price yet: posts, legal pages and the success page make no call
 */
export function useOffer(enabled = true) {
  const { data } = useQuery({ queryKey: ['offer'], queryFn: fetchOffer, staleTime: 60_000, enabled }, queries)
  // Another island may have fetched it before this one takes over.
  return useHydrated() ? data : undefined
}
