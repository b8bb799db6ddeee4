import type { ErrorCode } from '../errors.ts'

/** The HTTP status of each error code (RFC 9110 §15). 5xx makes the payment provider send its event again. */
const statuses: Record<ErrorCode, number> = {
  bad_input: 400,
  cross_site: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  crashed: 500,
  provider_failed: 502,
  event_incomplete: 503,
  unavailable: 503,
}

export const statusOf = (error: { code: ErrorCode }): number => statuses[error.code]
