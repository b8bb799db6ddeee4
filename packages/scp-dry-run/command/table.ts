/** Rows as aligned columns, two spaces apart. Numbers are aligned at their end. The last column is not padded. */
export function tableOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const texts = [head, ...rows].map((row) =>
    row.map((cell) => (typeof cell === 'number' ? formatCount(cell) : cell)),
  )
  const widths = head.map((_, at) => texts.reduce((width, row) => Math.max(width, row[at]?.length ?? 0), 0))
  const isNumber = (at: number) => typeof rows[0]?.[at] === 'number'
  const lines = texts.map((row) =>
    row
      .map((cell, at) => (isNumber(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  return lines.map((line) => `${line}\n`).join('')
}

const numbers = new Intl.NumberFormat('en-US')
export const formatCount = (count: number): string => numbers.format(count)

/** "1 file", "2 files". */
export const counted = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
