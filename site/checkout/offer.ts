import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { type Offer, offerSchema } from '../../contract/offer.ts'
import { functions } from '../../contract/paths.ts'
import { useHydrated } from '../hydrated.ts'
import { functionsBase, queries } from '../queries.ts'
import { linkedCode } from './linked-code.ts'

const offerKey = ['offer'] as const

async function fetchOffer({ signal }: { signal: AbortSignal }) {
  const code = linkedCode()
  const query = code && `?${new URLSearchParams({ code })}`
  const response = await fetch(functionsBase + functions.offer + query, { signal })
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

/** What the buyer pays: the price with the code of the link, if it takes anything off. */
export const payableCents = ({ priceCents, promotion }: Pick<Offer, 'priceCents' | 'promotion'>): number =>
  promotion && 'code' in promotion ? promotion.priceCents : priceCents

/** Whether a checkout was refused because of the code. */
let isCodeRefused = false

/**
 * The code for the checkout request: only one whose price the page shows. Before the offer is known, the server decides whether
 * the code of the link takes anything off. If it does not, the next request goes on without the code.
 */
export function codeToSend(): string {
  const offer = queries.getQueryData<Offer>(offerKey)
  if (!offer) return isCodeRefused ? '' : linkedCode()
  return offer.promotion && 'code' in offer.promotion ? offer.promotion.code : ''
}

/** Asks for the offer again, because a checkout has failed: seats or codes may have ended. */
export function refreshOffer({ codeRefused }: { codeRefused: boolean }) {
  isCodeRefused ||= codeRefused
  return queries.invalidateQueries({ queryKey: offerKey })
}
