import type { KyselyPlugin } from 'kysely'

class PowerCut extends Error {
  override name = 'PowerCut'
}

/**
 * The power of one life of the shop. Once it is cut nothing of this life reaches the database, the provider or the mail
 * server any more; a transaction that was under way is rolled back, as the database does after a crash.
 */
export class Power {
  /** Marks until the cut; null: it stays on. */
  #left: number | null = null
  #isOff = false

  get isOff(): boolean {
    return this.#isOff
  }

  cutAfter(marks: number | null): void {
    this.#left = marks
  }

  /** A moment at which the power may go: after each statement, before and after each call to the outside. */
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
