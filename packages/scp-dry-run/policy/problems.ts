// What is wrong with a text, and where.

export interface Problem {
  /** From 1. */
  line: number
  /** From 1, in UTF-16 units, as editors count. */
  column: number
  /** Such as `Statement[0].Condition.StringEquals`. Empty where no field is meant. */
  field: string
  level: 'error' | 'warning'
  /** The text only ends too early, as it does while somebody types. */
  isUnfinished: boolean
  /** What is wrong, and what to write instead. */
  message: string
}

/** Enough to work on. A text of one mistake in each line must not fill the memory. */
const mostProblems = 100

/** A message that takes long to find is a function: it runs only if the problem is listed. */
type Message = string | (() => string)
export type Report = (offset: number, level: Problem['level'], field: string, message: Message) => void

/** Collects problems, and turns offsets into lines and columns. */
export class Problems {
  readonly list: (Problem & { offset: number })[] = []
  readonly #starts: number[] = [0]
  #more = 0

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1)
  }

  /** Finds the line by halving, because a text may have a million. */
  placeOf(offset: number): { line: number; column: number } {
    let [low, high] = [0, this.#starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#starts[middle] as number) <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - (this.#starts[low] as number) + 1 }
  }

  add(offset: number, level: Problem['level'], field: string, message: Message, isUnfinished = false): void {
    if (this.list.length >= mostProblems) {
      this.#more++
      return
    }
    const text = typeof message === 'string' ? message : message()
    this.list.push({ offset, ...this.placeOf(offset), field, level, isUnfinished, message: text })
  }

  /** In the order of the text. */
  sorted(): Problem[] {
    const problems = this.list
      .toSorted((a, b) => a.offset - b.offset)
      .map(({ offset: _, ...problem }) => problem)
    const last = problems.at(-1)
    if (last && this.#more > 0)
      problems.push({ ...last, field: '', message: `There are ${this.#more} more problems.` })
    return problems
  }
}
