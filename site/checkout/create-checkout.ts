import * as v from 'valibot'
import { type Buyer, type CheckoutResponse, checkoutResponseSchema } from '../../contract/checkout.ts'
import { functions } from '../../contract/paths.ts'
import { functionsBase } from './functions-base.ts'

/** TanStack Query's key of the checkout request, by which `useCheckout` sees that one is in flight. */
export const checkoutKey = ['create-checkout'] as const

/** ms: the server answers within 10 s, its payment provider included; 5 s more are for a slow network. */
const timeoutMs = 10_000 + 5_000

const offline = 'You seem to be offline. Please check your connection and try again.'
const refused = 'Failed to create checkout session'

/** @returns undefined for anything but our JSON, such as a proxy's error page */
function readAnswer(text: string): CheckoutResponse | undefined {
  try {
    return v.parse(checkoutResponseSchema, JSON.parse(text))
  } catch {
    return undefined
  }
}

/** True for http and https only: a `javascript:` address must never be opened. */
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
    throw new Error(networkMessage(cause), { cause })
  }
}

/** What to tell the buyer when no answer came. */
function networkMessage(cause: unknown): string {
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return 'The shop took too long to answer. Nothing was charged. Please try again.'
  if (navigator.onLine === false) return offline
  return 'The shop could not be reached. Please check your connection and try again.'
}

/**
 * Creates a checkout. A retry for the same person is safe: the server answers with the same open checkout.
 * @returns the address of the hosted page
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
  /** Aborts the request when the buyer closes the dialog. */
  signal?: AbortSignal
}

/** The text below "Checkout failed". */
export function failureMessage(failure: unknown): string {
  return failure instanceof Error ? failure.message : 'Please try again later.'
}
