import type { Value } from './expression.ts'
import type { Inputs } from './module.ts'

const quoted = (text: string) =>
  JSON.stringify(text)
    .replaceAll('${', () => '$${')
    .replaceAll('%{', () => '%%{')
const keyOf = (name: string) => (/^[A-Za-z_][\w-]*$/.test(name) ? name : quoted(name))

const isMap = (value: Value): value is { readonly [key: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function oneLine(value: Value): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (!isMap(value)) return String(value)
  const fields = Object.entries(value).map(([key, one]) => `${keyOf(key)} = ${oneLine(one)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

/** How many levels of a map have a line for each entry. The others are on one line, as in the kit's examples. */
const levels: Record<string, number> = { access: 2, api_size: 0, users: 2 }

/** `terraform fmt` aligns the equal signs of lines that follow one another. */
function aligned(fields: [name: string, value: string][]): string[] {
  const single = fields.filter(([, value]) => !value.includes('\n'))
  const width = Math.max(0, ...single.map(([name]) => name.length))
  return fields.map(([name, value]) =>
    value.includes('\n') ? `${name} = ${value}` : `${name.padEnd(width)} = ${value}`,
  )
}

function written(value: Value, depth: number): string {
  if (!isMap(value) || depth === 0 || Object.keys(value).length === 0) return oneLine(value)
  const lines = aligned(Object.entries(value).map(([key, one]) => [keyOf(key), written(one, depth - 1)]))
  return `{\n${lines.join('\n').replace(/^/gm, '  ')}\n}`
}

/**
 * Writes values of variables as a .tfvars file, in the format of `terraform fmt`.
 * @param comment its first lines, without `#`
 */
export function writeTfvars(inputs: Inputs, comment: string): string {
  const fields = Object.entries(inputs).map(([name, value]): [string, string] => [
    name,
    written(value, levels[name] ?? 1),
  ])
  const blocks = [comment.replace(/^/gm, '# ')]
  let together: [string, string][] = []
  const flush = () => {
    if (together.length > 0) blocks.push(aligned(together).join('\n'))
    together = []
  }
  for (const field of fields) {
    const isLong = field[1].includes('\n')
    if (isLong) flush()
    together.push(field)
    if (isLong) flush()
  }
  flush()
  return `${blocks.join('\n\n')}\n`
}
