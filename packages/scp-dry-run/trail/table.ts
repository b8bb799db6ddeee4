// Reads tables as text: CSV (RFC 4180), or columns with tabs, as a console copies them.
import { Damaged } from './damage.ts'

/** A field holds one event at most. */
const mostChars = 8_000_000

/**
 * @param onRow gets each row by column
 * @returns `push` and `end`. Both throw Damaged if the table is cut off inside a quoted field.
 */
export function tableReader(onRow: (row: Record<string, string>) => void): {
  push: (chunk: Uint8Array) => void
  end: () => void
} {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let names: string[] | null = null
  let [row, field, isQuoted, wasQuote, separator] = [[] as string[], '', false, false, ',']
  const endRow = () => {
    const fields = [...row, field]
    row = []
    field = ''
    if (!names) names = fields.map((name) => name.trim())
    else if (fields.length > 1 || fields[0] !== '')
      onRow(Object.fromEntries(names.map((name, at) => [name, fields[at] ?? ''])))
  }
  return {
    push(chunk) {
      const text = decoder.decode(chunk, { stream: true })
      if (!names && row.length === 0 && /^[^,\n]*\t/.test(text)) separator = '\t'
      for (const char of text) {
        if (isQuoted && !wasQuote) {
          if (char === '"') wasQuote = true
          else field += char
          continue
        }
        // Two quotes are an escaped quote. A quote before any other character ends the field.
        if (wasQuote && char === '"') field += char
        else if (char === '"' && field === '') isQuoted = true
        else if (char === separator) {
          row.push(field)
          field = ''
        } else if (char === '\n') endRow()
        else if (char !== '\r') field += char
        if (wasQuote) [wasQuote, isQuoted] = [false, char === '"']
      }
      if (field.length > mostChars) throw new Damaged('damaged')
    },
    end() {
      decoder.decode()
      if (isQuoted && !wasQuote) throw new Damaged('damaged')
      if (row.length > 0 || field !== '') endRow()
    },
  }
}
