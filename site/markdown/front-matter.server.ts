import { VFile } from 'vfile'
import { matter } from 'vfile-matter'

/**
 * A content file's header and body. Every named field is text: missing or empty ones are the empty string.
 * @param path names the file in errors
 * @throws when the header is not YAML, with the file's name and what to mend
 */
export function readFrontMatter<Field extends string>(
  path: string,
  source: string,
  fields: readonly Field[],
): { fields: Record<Field, string>; body: string } {
  const file = new VFile({ path, value: source.replace(/^\uFEFF/, '') })
  try {
    matter(file, { strip: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The header of ${path} is not YAML. Put a value with a colon in quotes. ${reason}`)
  }
  const header = (file.data.matter ?? {}) as Record<string, unknown>
  const entries = fields.map((field) => [field, asText(header[field])] as const)
  return { fields: Object.fromEntries(entries) as Record<Field, string>, body: String(file) }
}

function asText(value: unknown): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value).trim()
}
