// Reads JSON and remembers where each value stands. It reads on after mistakes that people make, so that they see all of them.
import type { Problems } from './problems.ts'

/** The offsets of a name and of its value. An item of a list has the offset of its value twice. */
export interface Place {
  name: number
  value: number
}
/** The places of what an object or a list holds, by its name or index. */
export type Places = Map<object, Map<string | number, Place>>

/** Deeper than any policy or plan. Each level takes space on the stack. */
const mostLevels = 200

/** Ends the reading: what follows cannot be understood. */
class Stop extends Error {}

const typographic = /[\u2018\u2019\u201c\u201d\u00ab\u00bb\u201e]/

class Reader {
  readonly places: Places = new Map()
  at = 0
  readonly text: string
  readonly problems: Problems

  constructor(text: string, problems: Problems) {
    this.text = text
    this.problems = problems
  }

  #error(offset: number, message: string): void {
    this.problems.add(offset, 'error', '', message)
  }
  #stop(offset: number, message: string): never {
    this.#error(offset, message)
    throw new Stop()
  }
  #unfinished(what: string): never {
    this.problems.add(this.text.length, 'error', '', `The text ends before ${what}.`, true)
    throw new Stop()
  }
  /** @returns what the expression matches here, or an empty text */
  #take(expression: RegExp): string {
    expression.lastIndex = this.at
    const [found = ''] = expression.exec(this.text) ?? []
    this.at += found.length
    return found
  }
  #isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  skip(): void {
    for (;;) {
      this.#take(/[\s\ufeff]*/y)
      const start = this.at
      if (this.text.startsWith('/*', start)) {
        const end = this.text.indexOf('*/', start + 2)
        if (end < 0) this.#unfinished('the comment ends')
        this.at = end + 2
      } else if (!this.#take(/(?:\/\/|#)[^\n]*/y)) return
      this.#error(start, 'JSON has no comments. Remove this one.')
    }
  }

  value(depth: number): unknown {
    this.skip()
    if (this.#isAtEnd()) this.#unfinished('a value')
    if (depth > mostLevels)
      this.#stop(this.at, `This is nested deeper than ${mostLevels} levels. A policy needs six.`)
    const sign = this.text[this.at] as string
    if (sign === '{') return this.#object(depth)
    if (sign === '[') return this.#list(depth)
    if (sign === '"') return this.string()
    if (/[-\d]/.test(sign)) return this.#number()
    if (/[A-Za-z]/.test(sign)) return this.#word()
    this.#refuseQuote(sign)
    if (sign === ',') this.#stop(this.at, 'A value is missing before this comma.')
    this.#stop(
      this.at,
      `A value cannot begin with ${sign}. Write a text in double quotes, a list or an object.`,
    )
  }

  #refuseQuote(sign: string): void {
    if (sign === "'") this.#stop(this.at, 'Write double quotes (") in place of single ones (\').')
    if (typographic.test(sign))
      this.#stop(this.at, `This quotation mark is typographic (${sign}). Write a straight one (").`)
  }

  #object(depth: number): object {
    const object: Record<string, unknown> = Object.create(null)
    const places = new Map<string | number, Place>()
    this.places.set(object, places)
    this.#items('}', 'the object', () => {
      const name = this.at
      const sign = this.text[name] as string
      this.#refuseQuote(sign)
      if (sign !== '"') this.#stop(name, 'A name in double quotes belongs here, such as "Statement".')
      const key = this.string()
      if (places.has(key)) this.#error(name, `"${key}" is here twice. Merge the two.`)
      this.skip()
      if (this.#isAtEnd()) this.#unfinished('the value of a name')
      if (this.text[this.at] !== ':') this.#stop(this.at, `A colon is missing after "${key}".`)
      this.at++
      this.skip()
      places.set(key, { name, value: this.at })
      object[key] = this.value(depth + 1)
    })
    return object
  }

  #list(depth: number): unknown[] {
    const list: unknown[] = []
    const places = new Map<string | number, Place>()
    this.places.set(list, places)
    this.#items(']', 'the list', () => {
      places.set(list.length, { name: this.at, value: this.at })
      list.push(this.value(depth + 1))
    })
    return list
  }

  /** Reads items between commas up to the closing sign. */
  #items(close: string, what: string, item: () => void): void {
    this.at++
    let comma = -1
    for (let isFirst = true; ; isFirst = false) {
      this.skip()
      if (this.#isAtEnd()) this.#unfinished(`${what} is closed with ${close}`)
      if (this.text[this.at] === close) {
        if (comma >= 0) this.#error(comma, `Remove this comma: nothing follows it before ${close}.`)
        this.at++
        return
      }
      if (!isFirst && comma < 0) {
        if (!/["{[]/.test(this.text[this.at] as string))
          this.#stop(this.at, `A comma or ${close} belongs here, not ${this.text[this.at]}.`)
        this.#error(this.at, 'A comma is missing before this.')
      }
      item()
      this.skip()
      comma = this.text[this.at] === ',' ? this.at++ : -1
    }
  }

  string(): string {
    const start = this.at++
    let text = ''
    for (;;) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a text of JSON has none of them
      text += this.#take(/[^"\\\u0000-\u001f]*/y)
      if (this.#isAtEnd()) this.#unfinished('a closing double quote')
      const sign = this.text[this.at] as string
      if (sign === '"') {
        this.at++
        return text
      }
      if (sign !== '\\') this.#stop(start, 'This text needs a closing double quote in the same line.')
      text += this.#escape()
    }
  }

  #escape(): string {
    const rest = this.text.slice(this.at, this.at + 6)
    const [sequence] = /^\\(?:["\\/bfnrt]|u[\da-f]{4})/i.exec(rest) ?? []
    if (!sequence) {
      if (this.at + rest.length >= this.text.length && /^\\(u[\da-f]{0,3})?$/i.test(rest))
        this.#unfinished('a closing double quote')
      this.#stop(this.at, `JSON has no ${rest.slice(0, 2)}. For a backslash, write two.`)
    }
    this.at += sequence.length
    return JSON.parse(`"${sequence}"`)
  }

  #number(): number {
    const start = this.at
    const number = this.#take(/[-+.\deE]+/y)
    if (/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(number)) return Number(number)
    if (this.#isAtEnd()) this.#unfinished('a number is complete')
    this.#stop(start, `${number} is not a number of JSON. Write a text in double quotes.`)
  }

  #word(): boolean | null {
    const start = this.at
    const word = this.#take(/[A-Za-z]+/y)
    const constants: Record<string, boolean | null> = { true: true, false: false, null: null }
    if (Object.hasOwn(constants, word)) return constants[word] as boolean | null
    if (this.#isAtEnd() && Object.keys(constants).some((constant) => constant.startsWith(word)))
      this.#unfinished('a value is complete')
    const lower = word.toLowerCase()
    this.#stop(
      start,
      Object.hasOwn(constants, lower) ? `Write ${lower}.` : `Write "${word}" in double quotes.`,
    )
  }

  end(): void {
    this.skip()
    if (!this.#isAtEnd())
      this.#stop(this.at, 'The policy ends before this. Remove the rest, or put it into a file of its own.')
  }
}

/** @returns null if the text cannot be read. The problems say why. */
export function readJson(text: string, problems: Problems): { value: unknown; places: Places } | null {
  const reader = new Reader(text, problems)
  try {
    const value = reader.value(1)
    reader.end()
    return { value, places: reader.places }
  } catch (error) {
    if (error instanceof Stop) return null
    throw error
  }
}
