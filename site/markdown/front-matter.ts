import { isMap, isScalar, parseDocument, type YAMLError } from 'yaml'

/** The YAML between the two lines of `---` at the beginning of a file, and the text below. */
interface FrontMatter {
  fields: Record<string, unknown>
  body: string
}

/** A header below blank lines or a comment, or one of TOML. It would be printed as the text. */
const misplaced = /^\s*(?:<!--[\s\S]*?-->\s*)?(---|\+\+\+)[ \t]*\n(?:[\w-]+ *[:=].*\n)+\1/

/** The header begins on the file's second line. @param error with the line in the header */
function problemOf({ code, message, linePos }: YAMLError): string {
  const where = `Line ${(linePos?.[0].line ?? 0) + 1} of the header`
  if (code === 'DUPLICATE_KEY') return `${where} has a field that is already there. Remove one of the two.`
  return `${where} cannot be read: ${message.split(/ at line|\n/)[0]}. Put a text that has a colon, a # or a quotation mark in it inside "double quotes".`
}

/**
 * Dates stay text: YAML's date type would turn 2025-13-45 into a day of the next year.
 * @throws with the line and the remedy, for the author of the file
 */
export function readFrontMatter(contents: string): FrontMatter {
  const text = contents.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  if (!/^---[ \t]*\n/.test(text)) {
    if (misplaced.test(text))
      throw new Error('The header has to begin on the first line of the file, with a line of ---.')
    return { fields: {}, body: text }
  }
  const [whole, yaml] = /^---[ \t]*\n([\s\S]*?)(?:(?<=\n)---[ \t]*(?:\n|$))/.exec(text) ?? []
  if (whole === undefined || yaml === undefined)
    throw new Error('The header has no end. Put a line of --- below its last field.')
  const document = parseDocument(yaml, { schema: 'core' })
  const [error] = document.errors
  if (error) throw new Error(problemOf(error))
  for (const { key, value } of isMap(document.contents) ? document.contents.items : []) {
    if (isScalar(value) && value.comment)
      throw new Error(
        `${key}: the text ends before #${value.comment}, because # begins a comment. Put the whole text in quotes: ${key}: "${value.value} #${value.comment}"`,
      )
  }
  const fields: unknown = document.toJS() ?? {}
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new Error('The header is not a list of fields. Write one field a line, such as: title: A title')
  return { fields: fields as Record<string, unknown>, body: text.slice(whole.length) }
}
