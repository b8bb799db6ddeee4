const functions = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([\d\s.]/gi
// This does not match HTML character references, such as &#8202;, or links to a part of a page.
const hexadecimal = /(?<![&\w/])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w-])/gi
// The named colors that people use most. `transparent`, `currentColor` and the system's colors follow the theme and may stay.
const names =
  'aqua|beige|black|blue|brown|coral|crimson|cyan|fuchsia|gold|gr[ae]y|green|indigo|ivory|khaki|lavender|lime|magenta|maroon|navy|olive|orange|orchid|pink|plum|purple|rebeccapurple|red|salmon|sienna|silver|snow|tan|teal|tomato|turquoise|violet|wheat|white|yellow'
const name = `(?:(?:light|medium|dark|deep|hot|pale|dim)?(?:${names}))`
const named = new RegExp(
  String.raw`\b(?:color|background|fill|stroke|border|outline|shadow)[\w-]*\s*[:=]\s*(?:[^;\n{]*[\s'"(,])?${name}(?=[\s'")},;]|$)`,
  'gim',
)

/** Finds the colors that are written in a source text. They belong in content/theme.css. */
export function findColorLiterals(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  return [functions, hexadecimal, named].flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([found]) => found.trim()),
  )
}
