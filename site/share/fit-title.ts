/** Pixels, from the largest type to the smallest that can still be read in a timeline. */
const sizes = [88, 80, 72, 64, 56, 48, 40]
export const lineHeight = 1.08

type Measure = (text: string, size: number) => number

function breakLines(words: string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Makes the lines as even as possible without adding a line. */
function balanceLines(words: string[], width: number, measure: (line: string) => number): string[] {
  let lines = breakLines(words, (line) => measure(line) <= width)
  for (let narrower = width - 8; narrower > 0; narrower -= 8) {
    const next = breakLines(words, (line) => measure(line) <= narrower)
    if (next.length > lines.length || next.some((line) => measure(line) > narrower)) break
    lines = next
  }
  return lines
}

/**
 * Breaks a title into lines, in the largest type that fits. A title that does not fit in the smallest type is cut.
 * @param box pixels
 * @param measure the width of a text in type of that size, in pixels
 */
export function fitTitle(title: string, box: { width: number; height: number }, measure: Measure) {
  const words = title.split(/\s+/).filter(Boolean)
  const fitted = { size: 0, lines: [] as string[] }
  for (const size of sizes) {
    fitted.size = size
    fitted.lines = balanceLines(words, box.width, (line) => measure(line, size))
    const isNarrow = fitted.lines.every((line) => measure(line, size) <= box.width)
    if (isNarrow && fitted.lines.length * size * lineHeight <= box.height) return fitted
  }
  const room = Math.floor(box.height / (fitted.size * lineHeight))
  if (fitted.lines.length > room)
    fitted.lines = [...fitted.lines.slice(0, room - 1), `${fitted.lines[room - 1]}…`]
  return fitted
}
