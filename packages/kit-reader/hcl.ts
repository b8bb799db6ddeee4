// Reads the structure of HCL. @cdktn/hcl2json validates a file, but its result lacks line numbers and does not distinguish a block
// from a list of objects. The checks and the excerpts need both.

interface Attribute {
  kind: 'attribute'
  name: string
  /** The source to the right of the equals sign. */
  expression: string
  line: number
}

export interface Block {
  kind: 'block'
  type: string
  labels: string[]
  body: (Attribute | Block)[]
  /** First and last line, from 1. */
  line: number
  endLine: number
}

export type Body = (Attribute | Block)[]

/** A file whose structure has been read. */
export interface HclFile {
  /** Relative to the root of all folders, with forward slashes. */
  path: string
  /** Missing if the file is not HCL, or not valid. */
  hcl?: Body
}

export class HclError extends Error {
  line: number
  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

/** @returns the position after the string that begins at `start`. Its `${…}` may contain strings. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length) {
    const two = text.slice(at, at + 2)
    if (text[at] === '\\') at += 2
    else if (two === '${' || two === '%{') at = endOfBraces(text, at + 1)
    else if (text[at] === '"') return at + 1
    else at++
  }
  return at
}

/** @returns the position after the brace that closes the one at `start` */
function endOfBraces(text: string, start: number): number {
  let depth = 0
  let at = start
  while (at < text.length) {
    if (text[at] === '"') {
      at = endOfString(text, at)
      continue
    }
    if (text[at] === '{') depth++
    if (text[at] === '}' && --depth === 0) return at + 1
    at++
  }
  return at
}

/** @returns the position after the heredoc that begins at `start`. Null if no heredoc begins there. */
function endOfHeredoc(text: string, start: number): number | null {
  const opening = /^<<-?([A-Za-z_]\w*)\n/.exec(text.slice(start, start + 80))
  if (!opening) return null
  const closing = new RegExp(`^[ \\t]*${opening[1]}[ \\t]*$`, 'm').exec(text.slice(start + opening[0].length))
  if (!closing) return text.length
  return start + opening[0].length + closing.index + closing[0].length
}

class Reader {
  text: string
  at = 0
  constructor(text: string) {
    this.text = text
  }

  line(at = this.at): number {
    let line = 1
    for (let i = 0; i < at; i++) if (this.text[i] === '\n') line++
    return line
  }

  skipSpace(newlines: boolean): void {
    for (;;) {
      const rest = this.text.slice(this.at)
      const space = (newlines ? /^\s+/ : /^[ \t]+/).exec(rest)
      const comment = /^(?:#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/)/.exec(rest)
      const skipped = space ?? comment
      if (!skipped) return
      this.at += skipped[0].length
    }
  }

  expression(): string {
    const start = this.at
    let depth = 0
    while (this.at < this.text.length) {
      const char = this.text[this.at] ?? ''
      if (char === '"') {
        this.at = endOfString(this.text, this.at)
        continue
      }
      const heredoc = char === '<' ? endOfHeredoc(this.text, this.at) : null
      if (heredoc !== null) {
        this.at = heredoc
        continue
      }
      if (char === '#' || this.text.startsWith('//', this.at)) {
        const end = this.text.indexOf('\n', this.at)
        const stop = end < 0 ? this.text.length : end
        if (depth === 0) {
          const expression = this.text.slice(start, this.at).trim()
          this.at = stop
          return expression
        }
        this.at = stop
        continue
      }
      if ('([{'.includes(char)) depth++
      if (')]}'.includes(char) && --depth < 0) break
      if (char === '\n' && depth === 0) break
      this.at++
    }
    return this.text.slice(start, this.at).trim()
  }

  body(nested: boolean): Body {
    const body: Body = []
    for (;;) {
      this.skipSpace(true)
      if (this.at >= this.text.length) {
        if (nested) throw new HclError('a block is not closed', this.line())
        return body
      }
      if (this.text[this.at] === '}') {
        if (!nested) throw new HclError('an extra closing brace', this.line())
        this.at++
        return body
      }
      const name = /^(?:[A-Za-z_][\w-]*|"[^"\n]*")/.exec(this.text.slice(this.at))
      if (!name) throw new HclError('neither an attribute nor a block', this.line())
      const line = this.line()
      this.at += name[0].length
      this.skipSpace(false)
      if (this.text[this.at] === '=') {
        this.at++
        this.skipSpace(false)
        body.push({
          kind: 'attribute',
          name: name[0].replaceAll('"', ''),
          expression: this.expression(),
          line,
        })
        continue
      }
      const labels: string[] = []
      for (;;) {
        const label = /^(?:"([^"\n]*)"|([A-Za-z_][\w-]*))/.exec(this.text.slice(this.at))
        if (!label) break
        labels.push(label[1] ?? label[2] ?? '')
        this.at += label[0].length
        this.skipSpace(false)
      }
      if (this.text[this.at] !== '{') throw new HclError(`${name[0]} is followed by neither = nor {`, line)
      this.at++
      const inner = this.body(true)
      body.push({ kind: 'block', type: name[0], labels, body: inner, line, endLine: this.line(this.at - 1) })
    }
  }
}

/** @throws HclError with the line, if the structure is not that of HCL */
export function readHcl(text: string): Body {
  return new Reader(text).body(false)
}

export const blocksIn = (body: Body, type?: string): Block[] =>
  body.filter((part): part is Block => part.kind === 'block' && (!type || part.type === type))

export const attributesIn = (body: Body): Attribute[] =>
  body.filter((part): part is Attribute => part.kind === 'attribute')

export const attributeOf = (body: Body, name: string): Attribute | undefined =>
  attributesIn(body).find((attribute) => attribute.name === name)

/** The expressions of a block and of its inner blocks. */
export const textIn = (body: Body): string =>
  body.map((part) => (part.kind === 'block' ? textIn(part.body) : part.expression)).join('\n')

/**
 * Replaces the text of strings and heredocs with spaces, so that a word in a sentence is never mistaken for a reference.
 * Interpolated expressions stay.
 */
export function codeOf(expression: string): string {
  let code = ''
  let at = 0
  const skipText = (end: number) => {
    while (at < end) {
      const two = expression.slice(at, at + 2)
      const escaped = expression.slice(at, at + 3)
      if (escaped === '$${' || escaped === '%%{') {
        code += '   '
        at += 3
      } else if (two === '${' || two === '%{') {
        const close = endOfBraces(expression, at + 1)
        code += ` ${codeOf(expression.slice(at + 2, close - 1))} `
        at = close
      } else {
        code += ' '
        at++
      }
    }
  }
  while (at < expression.length) {
    const char = expression[at] ?? ''
    if (char === '"') {
      skipText(endOfString(expression, at))
      continue
    }
    const heredoc = char === '<' ? endOfHeredoc(expression, at) : null
    if (heredoc !== null) {
      skipText(heredoc)
      continue
    }
    if (char === '#' || expression.startsWith('//', at)) {
      const end = expression.indexOf('\n', at)
      at = end < 0 ? expression.length : end
      continue
    }
    code += char
    at++
  }
  return code
}
