import * as v from 'valibot'
import { type Buyer, type CheckoutResponse, checkoutResponseSchema } from '../../contract/checkout.ts'
import { functions } from '../../contract/paths.ts'
import { functionsBase } from './functions-base.ts'

/** Shared by the one mutation and by every button that shows that it runs. */
export const checkoutKey = ['create-checkout'] as const

/** ms: the 10 s in which the server answers, its payment provider included, and 5 s for a slow network. */
const timeoutMs = 10_000 + 5_000

export const offline = 'You seem to be offline. Please check your connection and try again.'
const refused = 'Failed to create checkout session'

/** Undefined for what is not JSON: a proxy's error page is no answer of ours. */
function readAnswer(text: string): CheckoutResponse | undefined {
  try {
    return v.parse(checkoutResponseSchema, JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Only an address that a browser opens as a page; never `javascript:` or the like. */
function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)
}

async function send(buyer: Buyer, base: string, signal: AbortSignal): Promise<{ ok: boolean; text: string }> {
  try {
    const response = await fetch(base + functions.createCheckout, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: buyer.email, name: buyer.name }),
      signal,
    })
    return { ok: response.ok, text: await response.text() }
  } catch (cause) {
    throw new Error(silence(cause), { cause })
  }
}

function silence(cause: unknown): string {
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return 'The shop took too long to answer. Nothing was charged. Please try again.'
  if (navigator.onLine === false) return offline
  return 'The shop could not be reached. Please check your connection and try again.'
}

/**
 * Asks for a checkout and gives the address of its hosted page. Asking again for the same person is harmless:
 * the server answers with the same open checkout.
 * @throws an Error whose message is for the buyer, with the technical reason as its cause
 */
export async function createCheckout(
  buyer: Buyer,
  { base = functionsBase, timeout = timeoutMs, signal }: RequestOptions = {},
): Promise<string> {
  const signals = [AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]
  const { ok, text } = await send(buyer, base, AbortSignal.any(signals))
  const answer = readAnswer(text)
  if (!ok) throw new Error(answer?.error || refused)
  if (!answer) throw new Error('The shop gave an answer that could not be read. Please try again.')
  if (!answer.url || !isWebAddress(answer.url)) throw new Error(answer.error || refused)
  return answer.url
}

interface RequestOptions {
  base?: string
  /** ms */
  timeout?: number
  /** Ends the request when the buyer gives up. */
  signal?: AbortSignal
}

/** What "Checkout failed" says of any failure. */
export function failureMessage(failure: unknown): string {
  return failure instanceof Error ? failure.message : 'Please try again later.'
}
