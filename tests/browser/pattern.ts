/** Escapes a text, so that a pattern matches it literally. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A pattern for a text of content/, with any number in place of each name in braces, such as `{added}`. */
export const withNumbers = (text: string): RegExp =>
  new RegExp(
    text
      .split(/\{\w+\}/)
      .map(literally)
      .join('(\\d+)'),
    'g',
  )
