import { Refusal } from './parameters.ts'

export interface Answer {
  status: number
  body: unknown
}

/**
 * Stripe's saved answers (docs.stripe.com/api/idempotent_requests). The first answer of a key is repeated, even a server
 * error. A request that failed validation is not saved. Other parameters and simultaneous use are errors.
 */
export class IdempotencyKeys {
  readonly #saved = new Map<string, { request: string; answer: Answer | null }>()

  /**
   * @param request method, path and body, which must be the same for the same key
   * @returns the saved answer; null when the caller is the first and must `save` or `forget`
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
