import { Refusal } from './parameters.ts'

export interface Answer {
  status: number
  body: unknown
}

/**
 * The answers that Stripe saves (docs.stripe.com/api/idempotent_requests). A key always gets its first answer, even if this
 * was a server error. Stripe does not save failed validations. The use of a key with other parameters, or by two requests
 * at the same time, is an error.
 */
export class IdempotencyKeys {
  readonly #saved = new Map<string, { request: string; answer: Answer | null }>()

  /**
   * @param request the method, path and body, which must be the same for the same key
   * @returns the saved answer, or null if the caller is the first. The first must then call `save` or `forget`.
   */
  begin(key: string, request: string): Answer | null {
    if (key.length > 255) throw new Refusal(400, 'Idempotency-Key must be at most 255 characters')
    const known = this.#saved.get(key)
    if (!known) {
      this.#saved.set(key, { request, answer: null })
      return null
    }
    if (known.request !== request) {
      throw new Refusal(
        400,
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        { type: 'idempotency_error' },
      )
    }
    if (!known.answer) {
      throw new Refusal(409, 'There is currently another in-progress request using this Idempotent Key.', {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
      })
    }
    return known.answer
  }

  save(key: string, answer: Answer): void {
    const known = this.#saved.get(key)
    if (known) known.answer = answer
  }

  forget(key: string): void {
    this.#saved.delete(key)
  }
}
