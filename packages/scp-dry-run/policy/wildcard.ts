// The patterns of IAM: `*` stands for any characters, `?` for one.

/** Characters that stand for `*` and `?` themselves, after a variable was filled in. No text of AWS has them. */
const literal = { star: '\ufdd0', mark: '\ufdd1' } as const

export type Match = (text: string) => boolean

/** A text with its stand-ins replaced, for whoever does not match patterns. */
export const plainText = (text: string): string =>
  text.replaceAll(literal.star, '*').replaceAll(literal.mark, '?')

/** Protects characters that would be wildcards. */
export const quote = (text: string): string =>
  text.replaceAll('*', literal.star).replaceAll('?', literal.mark)

/** A part of a pattern without `*`. */
interface Piece {
  length: number
  isAt(text: string, at: number): boolean
  /** @returns the first place at or after `from`, or -1 */
  find(text: string, from: number): number
}

function pieceOf(pattern: string): Piece {
  const { length } = pattern
  if (!pattern.includes('?')) {
    const plain = plainText(pattern)
    return {
      length,
      isAt: (text, at) => text.startsWith(plain, at),
      find: (text, from) => text.indexOf(plain, from),
    }
  }
  const isAt = (text: string, at: number) => {
    for (let index = 0; index < length; index++) {
      const sign = pattern[index] as string
      const given = text[at + index]
      if (given === undefined || (sign !== '?' && plainText(sign) !== given)) return false
    }
    return true
  }
  const find = (text: string, from: number) => {
    for (let at = from; at + length <= text.length; at++) if (isAt(text, at)) return at
    return -1
  }
  return { length, isAt, find }
}

/**
 * Compiles a pattern. Each piece between stars is searched for once, from left to right, so many stars cost no more than few. Only a
 * piece with `?` can cost the product of its length and the text's.
 */
export function glob(pattern: string): Match {
  const pieces = pattern.split(/\*+/).map(pieceOf)
  const [first = pieceOf(''), ...others] = pieces
  const last = others.pop()
  if (!last) return (text) => text.length === first.length && first.isAt(text, 0)
  const least = pieces.reduce((sum, { length }) => sum + length, 0)
  return (text) => {
    const end = text.length - last.length
    if (text.length < least || !first.isAt(text, 0) || !last.isAt(text, end)) return false
    let from = first.length
    for (const piece of others) {
      const at = piece.find(text, from)
      if (at < 0) return false
      from = at + piece.length
    }
    return from <= end
  }
}

/** @returns whether a text matches a pattern with `*` and `?` */
export const matches = (pattern: string, text: string): boolean => glob(pattern)(text)

/**
 * Compiles a pattern of ARNs. Its six parts are compared one by one: `*` matches a colon only in the last part, or at the end of a
 * shorter pattern ("ARN condition operators" in the IAM User Guide).
 */
export function arnGlob(pattern: string): Match {
  const parts = pattern.split(':')
  if (parts.length < 6) return glob(pattern)
  const first = parts.slice(0, 5).map(glob)
  const last = glob(parts.slice(5).join(':'))
  return (text) => {
    const given = text.split(':')
    return (
      given.length >= 6 &&
      first.every((match, index) => match(given[index] as string)) &&
      last(given.slice(5).join(':'))
    )
  }
}
