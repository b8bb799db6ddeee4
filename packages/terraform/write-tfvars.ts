import type { Value } from './expression.ts'
import type { Inputs } from './module.ts'

/** Control characters and half surrogate pairs. HCL lacks `\b` and `\f`, and no name has any of them. */
const unwritable = /[^\P{Cc}\n\r\t]|\p{Cs}/gu

const quoted = (text: string) =>
  JSON.stringify(text.replace(unwritable, ''))
    .replaceAll('${', () => '$${')
    .replaceAll('%{', () => '%%{')
const keyOf = (name: string) => (/^[A-Za-z_][\w-]*$/.test(name) ? name : quoted(name))

const isMap = (value: Value): value is { readonly [key: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function inline(value: Value): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (!isMap(value)) return String(value)
  const fields = Object.entries(value).map(([key, field]) => `${keyOf(key)} = ${inline(field)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

/** How many levels of a map have a line for each entry. The others are on one line, as people write them. */
const levels: Record<string, number> = { access: 2, api_size: 0, users: 2 }

/** Aligns the equals signs of consecutive lines, as `terraform fmt` does. */
function align(fields: [name: string, value: string][]): string[] {
  const single = fields.filter(([, value]) => !value.includes('\n'))
  const width = Math.max(0, ...single.map(([name]) => name.length))
  return fields.map(([name, value]) =>
    value.includes('\n') ? `${name} = ${value}` : `${name.padEnd(width)} = ${value}`,
  )
}

function format(value: Value, depth: number): string {
  if (!isMap(value) || depth === 0 || Object.keys(value).length === 0) return inline(value)
  const lines = align(Object.entries(value).map(([key, field]) => [keyOf(key), format(field, depth - 1)]))
  return `{\n${lines.join('\n').replace(/^/gm, '  ')}\n}`
}

/**
 * Writes the values of variables as a .tfvars file, formatted like `terraform fmt`.
 * @param comment the file's first lines, without `#`
 */
export function writeTfvars(inputs: Inputs, comment: string): string {
  const fields = Object.entries(inputs).map(([name, value]): [string, string] => [
    name,
    format(value, levels[name] ?? 1),
  ])
  const blocks = [comment.replace(/^/gm, '# ')]
  let consecutive: [string, string][] = []
  const flush = () => {
    if (consecutive.length > 0) blocks.push(align(consecutive).join('\n'))
    consecutive = []
  }
  for (const field of fields) {
    // A value of several lines is a block of its own.
    const isLong = field[1].includes('\n')
    if (isLong) flush()
    consecutive.push(field)
    if (isLong) flush()
  }
  flush()
  return `${blocks.join('\n\n')}\n`
}
