import type { KyselyPlugin } from 'kysely'

class PowerCut extends Error {
  override name = 'PowerCut'
}

/**
 * The power of one run of the shop. After the cut, nothing of this run reaches the database, the provider or the mail
 * server. An open transaction is rolled back, like after a crash.
 */
export class Power {
  /** How many marks are left until the cut; null: no cut. */
  #left: number | null = null
  #isOff = false

  get isOff(): boolean {
    return this.#isOff
  }

  cutAfter(marks: number | null): void {
    this.#left = marks
  }

  /** A moment of a possible cut: after each statement, and before and after each call to the outside. */
  mark(): void {
    if (this.#left !== null && this.#left-- <= 0) this.#isOff = true
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
