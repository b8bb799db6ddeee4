/** A text in Markdown. `md` puts it into another text as it is, and escapes everything else. */
export class Markdown {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

type Part = Markdown | string | number | false | null | Part[]

/**
 * Escapes every punctuation character of ASCII (https://spec.commonmark.org/0.31.2/#backslash-escapes), so that the text holds no
 * markup, and no address that becomes a link. On a single line, it cannot begin a heading or a list either. Do not trim it: a space at
 * its end may belong to the sentence.
 */
const escaped = (text: string): string =>
  text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/[!-/:-@[-`{-~]/g, '\\$&')

function sourceOf(part: Part): string {
  if (part instanceof Markdown) return part.source
  if (Array.isArray(part)) return part.map(sourceOf).join('\n')
  return part === null || part === false ? '' : escaped(String(part))
}

/**
 * Writes Markdown. Strings between `${` and `}` are escaped, `null` and `false` leave nothing, and each item of a list is a line.
 * The lines may be indented like the code around them. Put no string between backticks: an escape would be visible there. An
 * address in `[text](address)` must be encoded: after a space, the rest would be text.
 */
export const md = (texts: TemplateStringsArray, ...parts: Part[]): Markdown =>
  new Markdown(
    texts
      .map((text, index) => text.replace(/\n[ \t]+/g, '\n') + sourceOf(parts[index] ?? null))
      .join('')
      .trim(),
  )

/** A table with a row for each label. It leaves out a row whose value is `null` or `false`. */
export const facts = (rows: Record<string, Part>): Markdown =>
  new Markdown(
    [
      // A table needs a heading. The renderers leave out an empty one.
      '| | |\n| --- | --- |',
      ...Object.entries(rows)
        .filter(([, value]) => value !== null && value !== false)
        .map(([label, value]) => `| ${escaped(label)} | ${sourceOf(value)} |`),
    ].join('\n'),
  )

/** What a mail says. Its text begins with the title: `# Your kit is ready`. A paragraph that is only a link becomes a button. */
export interface Letter {
  /** One plain line. */
  subject: string
  text: Markdown
}
