import * as v from 'valibot'
import { purchase } from '#content/purchase.ts'
import {
  type Buyer,
  buyerFrom,
  type CheckoutResponse,
  checkoutResponseSchema,
} from '../../contract/checkout.ts'
import { functions } from '../../contract/paths.ts'
import { functionsBase } from '../queries.ts'

/** Reads what was typed into a form. A missing field is empty. */
export const typedBuyer = (form: FormData): Buyer => buyerFrom((field) => String(form.get(field) ?? ''))

/** TanStack Query's key of the checkout request. `useCheckout` uses it to see whether one is in flight. */
export const checkoutKey = ['create-checkout'] as const

/**
 * The time limit of a request, in ms. The server answers within 21.5 s, the wait for a turn included. The rest is for
 * a slow network.
 */
const timeoutMs = 21_500 + 2_500

/** The longest pause, in seconds, after which the page retries a request by itself. A busy shop says how long to wait. */
const longestPause = 10

/** How many requests one press sends to a busy shop. */
const attempts = 5

const { notices } = purchase

/** Parses a response. @returns undefined for anything but our JSON, such as a proxy's error page */
function readAnswer(text: string): CheckoutResponse | undefined {
  try {
    return v.parse(checkoutResponseSchema, JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Whether the address begins with http or https. A `javascript:` address must never be opened. */
function isWebAddress(url: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(url).protocol)
  } catch {
    return false
  }
}

/** A failure whose message is for the buyer. The message of any other exception is for an engineer. */
export class CheckoutError extends Error {}

interface Answer {
  ok: boolean
  text: string
  /** Seconds until a retry may succeed; undefined: a retry would not help. */
  pause: number | undefined
}

/** @returns the seconds of Retry-After when a busy shop asks for a short pause */
function pauseOf({ status, headers }: Response): number | undefined {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
  return status === 503 && seconds <= longestPause ? seconds : undefined
}

/** @throws CheckoutError if there is no answer within `timeout` ms, or if `cancelled` is aborted */
async function send(buyer: Buyer, base: string, timeout: number, cancelled?: AbortSignal): Promise<Answer> {
  // Safari before 17.4 has no AbortSignal.any.
  const request = new AbortController()
  const cancel = () => request.abort()
  cancelled?.addEventListener('abort', cancel)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    request.abort()
  }, timeout)
  try {
    const response = await fetch(base + functions.createCheckout, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(buyer),
      signal: request.signal,
    })
    return { ok: response.ok, text: await response.text(), pause: pauseOf(response) }
  } catch (cause) {
    const offline = navigator.onLine === false
    throw new CheckoutError(isLate ? notices.slow : offline ? notices.offline : notices.unreachable, {
      cause,
    })
  } finally {
    clearTimeout(timer)
    cancelled?.removeEventListener('abort', cancel)
  }
}

/**
 * Creates a checkout. A retry for the same person is safe: the server answers with the same open checkout.
 * @returns the address of the hosted page
 * @throws CheckoutError with the technical reason as its cause; the signal's reason if it is aborted during a pause
 */
export async function createCheckout(buyer: Buyer, options: RequestOptions = {}): Promise<string> {
  const { ok, text } = await sendWithRetries(buyer, options)
  const answer = readAnswer(text)
  if (!ok) throw new CheckoutError(answer?.error || notices.refused)
  if (!answer) throw new CheckoutError(notices.unreadable)
  if (!answer.url || !isWebAddress(answer.url)) throw new CheckoutError(answer.error || notices.refused)
  return answer.url
}

/**
 * Sends the request again while the shop is busy. The pauses vary, so that buyers who came at the same moment do not
 * return at the same moment.
 */
async function sendWithRetries(buyer: Buyer, options: RequestOptions): Promise<Answer> {
  const { base = functionsBase, timeout = timeoutMs, signal, onBusy } = options
  for (let attempt = 1; ; attempt++) {
    const answer = await send(buyer, base, timeout, signal)
    if (answer.pause === undefined || attempt === attempts) return answer
    onBusy?.()
    await pause(answer.pause * 1000 * (1 + Math.random()), signal)
  }
}

/** @throws the signal's reason if it is aborted during the pause */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

interface RequestOptions {
  base?: string
  /** In ms. */
  timeout?: number
  /** Aborts the request when the buyer closes the dialog. */
  signal?: AbortSignal
  /** Called before each pause in which the shop is busy. */
  onBusy?: () => void
}

/** The text below "Checkout failed". The text of an exception, such as "x is not a function", never reaches the buyer. */
export function failureMessage(failure: unknown): string {
  return failure instanceof CheckoutError ? failure.message : notices.tryLater
}
