/** The last block of a bar, in eighths. */
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

function bar(share: number, width: number): string {
  const length = Math.round(Math.max(0, share) * width * 8)
  return '█'.repeat(length >> 3) + (eighths[length & 7] ?? '')
}

/**
 * Draws a chart of horizontal bars, one line each, at most 80 columns wide.
 * @param lines `shown` is the value as text
 */
export function barChart(lines: { name: string; value: number; shown: string }[]): string {
  const nameWidth = Math.max(...lines.map(({ name }) => name.length))
  const shownWidth = Math.max(...lines.map(({ shown }) => shown.length))
  const width = 80 - nameWidth - shownWidth - 4
  const most = Math.max(...lines.map(({ value }) => value), 1)
  return lines
    .map(({ name, value, shown }) =>
      `${name.padEnd(nameWidth)}  ${shown.padStart(shownWidth)}  ${bar(value / most, width)}`.trimEnd(),
    )
    .join('\n')
}
