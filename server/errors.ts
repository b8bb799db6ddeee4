/** Codes are stable: logs, tests and the command line match on them. */
export type ErrorCode =
  | 'bad_input'
  | 'method_not_allowed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'cross_site'
  | 'provider_failed'
  | 'event_incomplete'
  | 'unavailable'
  | 'crashed'
  | 'not_found'
  | 'conflict'

/** An error with a code, a sentence for the person who reads it, and a remedy. */
export class ShopError extends Error {
  readonly code: ErrorCode
  readonly remedy: string | undefined
  /** Seconds after which the same request may succeed: the Retry-After header (RFC 9110 §10.2.3). */
  readonly retryAfter: number | undefined
  constructor(
    code: ErrorCode,
    message: string,
    options: { remedy?: string; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ShopError'
    this.code = code
    this.remedy = options.remedy
    this.retryAfter = options.retryAfter
  }
}

/** The reason of any thrown value, in one line. Some system errors have a code and no message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || (error as NodeJS.ErrnoException).code || error.name
}
