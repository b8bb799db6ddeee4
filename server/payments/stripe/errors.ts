import Stripe from 'stripe'
import { reasonOf } from '../../errors.ts'
import { ProviderError } from '../provider.ts'

const {
  StripeAuthenticationError,
  StripeCardError,
  StripeError,
  StripeIdempotencyError,
  StripeInvalidRequestError,
  StripePermissionError,
} = Stripe.errors

/**
 * The errors with which Stripe refuses before it does anything (docs.stripe.com/error-handling). This includes an idempotency
 * key that was used with other parameters. The shop stores an order's parameters and key together, so no buyer has the session
 * of those other parameters.
 */
const refusals = [
  StripeInvalidRequestError,
  StripeAuthenticationError,
  StripePermissionError,
  StripeCardError,
  StripeIdempotencyError,
]

/** Whether Stripe itself failed. A retry with the same idempotency key shows whether Stripe saved the failure. */
export function isServerError(error: unknown): error is InstanceType<typeof StripeError> {
  return error instanceof StripeError && (error.statusCode ?? 0) >= 500
}

/** Whether Stripe has saved a server error and repeats it at each use of the key (docs.stripe.com/api/idempotent_requests). */
export function isKeySpent(error: unknown): boolean {
  return isServerError(error) && error.headers?.['idempotent-replayed'] === 'true'
}

/** Whether the object does not exist, or belongs to another account or mode. */
export function isMissing(error: unknown): boolean {
  return error instanceof StripeInvalidRequestError && error.code === 'resource_missing'
}

/** For `catch`: null for an object that Stripe does not know. @throws every other error */
export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

export function isRefusal(error: unknown): boolean {
  return refusals.some((kind) => error instanceof kind)
}

/** Converts an error. After a timeout, a dropped connection, 409, 429 and 5xx, the outcome at Stripe is unknown. */
export function toProviderError(error: unknown, keySpent = false): ProviderError {
  if (error instanceof ProviderError) return error
  const { requestId, code } = error instanceof StripeError ? error : {}
  const id = requestId ? ` (request ${requestId})` : ''
  return new ProviderError(`Stripe: ${reasonOf(error)}${id}`, {
    definite: isRefusal(error),
    keySpent,
    // docs.stripe.com/error-codes
    emailRefused: code === 'email_invalid',
    cause: error,
  })
}

/** For `catch`. @throws ProviderError */
export function throwProviderError(error: unknown): never {
  throw toProviderError(error)
}
