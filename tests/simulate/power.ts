import type { KyselyPlugin } from 'kysely'

class PowerCut extends Error {
  override name = 'PowerCut'
}

/**
 * The power of one process of the shop. After a power cut, the process can no longer reach the database, the provider or the
 * mail server. An open transaction is rolled back, as after a crash.
 */
export class Power {
  /** The number of marks until the power cut, or null if none is planned. */
  #marksLeft: number | null = null
  #isOff = false

  get isOff(): boolean {
    return this.#isOff
  }

  cutAfter(marks: number | null): void {
    this.#marksLeft = marks
  }

  /** Marks a moment at which the power may be cut: after each statement, and before and after each call to the outside. */
  mark(): void {
    if (this.#marksLeft !== null && this.#marksLeft-- <= 0) this.#isOff = true
    if (this.#isOff) throw new PowerCut()
  }

  readonly plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (this.#isOff) throw new PowerCut()
      return node
    },
    transformResult: async ({ result }) => {
      this.mark()
      return result
    },
  }
}
