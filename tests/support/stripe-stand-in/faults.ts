/**
 * The faults that one request can have. Unless stated otherwise, the request has no effect, and its answer is not saved
 * under the idempotency key.
 * - `403`: the secret key lacks the permission.
 * - `429`: Stripe limits the rate.
 * - `500`: a server error. `500-saved`: Stripe saves the error under the idempotency key. `500-saved-after`: the same, but
 *   the request has had its effect.
 * - `gateway`, `foreign`: another server between the shop and Stripe answers, with status 503 or 200.
 * - `drop-before`, `drop-after`: the connection ends before or after the effect.
 * - `hang-before`, `hang-after`: no answer ever comes, before or after the effect.
 * - `trickle`: the request has its effect, and the answer arrives one byte at a time without an end.
 * - `until`: the answer waits for this promise. Meanwhile the idempotency key is in use.
 * - `error`: Stripe refuses the request with this error.
 */
export type Fault =
  | '403'
  | '429'
  | '500'
  | '500-saved'
  | '500-saved-after'
  | 'gateway'
  | 'foreign'
  | 'drop-before'
  | 'drop-after'
  | 'hang-before'
  | 'hang-after'
  | 'trickle'
  | { until: Promise<unknown> }
  | { status: number; error: { type: string; message: string; code?: string } }

/** Faults for future requests. Each is used once. */
export class Faults {
  readonly #waiting: { route: string; fault: Fault }[] = []

  /** @param route the method and the beginning of the path: `POST /v1/checkout/sessions` */
  add(route: string, ...faults: Fault[]): void {
    this.#waiting.push(...faults.map((fault) => ({ route, fault })))
  }

  take(method: string, path: string): Fault | null {
    const index = this.#waiting.findIndex(({ route }) => `${method} ${path}`.startsWith(route))
    return index < 0 ? null : (this.#waiting.splice(index, 1)[0]?.fault ?? null)
  }
}
