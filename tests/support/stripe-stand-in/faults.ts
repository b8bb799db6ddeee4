/**
 * What can go wrong with one request.
 * - `403`: the key may not, nothing done, not saved.
 * - `429`: refused, nothing done, not saved.
 * - `500`: failed, nothing done, not saved. `500-saved`: failed and saved under the key, nothing done;
 *   `500-saved-after`: the same, but it was done.
 * - `gateway`, `foreign`: not Stripe's answer but somebody's between, of status 503 or 200; nothing done.
 * - `drop-before`, `drop-after`: the connection ends before or after the effect.
 * - `hang-before`, `hang-after`: no answer ever, before or after the effect.
 * - `trickle`: done, and the answer comes a byte at a time without an end.
 * - `until`: the answer waits for that, and the key is in use meanwhile.
 * - `error`: refused with this error, nothing done, not saved.
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

/** Faults that wait for their request, each used once. */
export class Faults {
  readonly #waiting: { route: string; fault: Fault }[] = []

  /** @param route method and the beginning of a path: `POST /v1/checkout/sessions` */
  add(route: string, ...faults: Fault[]): void {
    this.#waiting.push(...faults.map((fault) => ({ route, fault })))
  }

  take(method: string, path: string): Fault | null {
    const index = this.#waiting.findIndex(({ route }) => `${method} ${path}`.startsWith(route))
    return index < 0 ? null : (this.#waiting.splice(index, 1)[0]?.fault ?? null)
  }
}
