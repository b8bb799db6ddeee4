/** The number of letters to add, remove or change until one text is the other. Counts to `most`. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let index = 1; index <= other.length; index++)
      next.push(
        Math.min(
          (row[index] as number) + 1,
          (next[index - 1] as number) + 1,
          (row[index - 1] as number) + (one[at - 1] === other[index - 1] ? 0 : 1),
        ),
      )
    if (Math.min(...next) > most) return most + 1
    row = next
  }
  return row[other.length] as number
}

/** @returns the name that differs least, in any case of its letters. Null if every name is very different. */
export function nearest(name: string, names: Iterable<string>): string | null {
  const lower = name.toLowerCase()
  let best: string | null = null
  let least = Math.max(1, Math.min(4, Math.floor(name.length / 3))) + 1
  for (const other of names) {
    const letters = distance(lower, other.toLowerCase(), least - 1)
    if (letters < least) [best, least] = [other, letters]
  }
  return best
}
