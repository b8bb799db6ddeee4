import { parseDocument } from 'yaml'

/** The YAML between the two lines of `---` at the beginning of a file, and the text below. */
interface FrontMatter {
  fields: Record<string, unknown>
  body: string
}

/**
 * Dates stay text: YAML's date type would turn 2025-13-45 into a day of the next year.
 * @throws with the line and the remedy, for the author of the file
 */
export function readFrontMatter(contents: string): FrontMatter {
  const text = contents.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  if (!/^---[ \t]*\n/.test(text)) return { fields: {}, body: text }
  const [whole, yaml] = /^---[ \t]*\n([\s\S]*?)(?:(?<=\n)---[ \t]*(?:\n|$))/.exec(text) ?? []
  if (whole === undefined || yaml === undefined)
    throw new Error('The header has no end. Put a line of --- below its last field.')
  const document = parseDocument(yaml, { schema: 'core' })
  const [error] = document.errors
  if (error) {
    // The header begins on the file's second line.
    const line = (error.linePos?.[0].line ?? 0) + 1
    throw new Error(
      `Line ${line} of the header cannot be read: ${error.message.split(/ at line|\n/)[0]}. Put a text that has a colon, a # or a quotation mark in it inside "double quotes".`,
    )
  }
  const fields: unknown = document.toJS() ?? {}
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new Error('The header is not a list of fields. Write one field a line, such as: title: A title')
  return { fields: fields as Record<string, unknown>, body: text.slice(whole.length) }
}
