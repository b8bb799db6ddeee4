/** Parses a CSS `unicode-range` such as `U+0-FF,U+131`. @returns its code points */
export function codePoints(range: string): number[] {
  return range.split(/,\s*/).flatMap((part) => {
    const [from = 0, to = from] = part
      .slice('U+'.length)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16))
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}

/** Formats code points, which must be in rising order, as a CSS `unicode-range`. */
export function unicodeRange(points: number[]): string {
  const hex = (point: number) => point.toString(16).toUpperCase()
  const runs: [from: number, to: number][] = []
  for (const point of points) {
    const run = runs.at(-1)
    if (run && run[1] === point - 1) run[1] = point
    else runs.push([point, point])
  }
  return runs.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(',')
}
