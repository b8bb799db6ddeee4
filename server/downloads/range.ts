/** First and last byte, both included, as HTTP counts them. */
interface ByteRange {
  start: number
  end: number
}

/**
 * Parses a Range header (RFC 9110 §14.2). One range is served. Several ranges, other units and malformed headers are ignored,
 * as the RFC allows, and the whole file is sent.
 * @param ifRange the If-Range header: the range is only for the file with this ETag (RFC 9110 §13.1.5)
 * @param file `size`: the size in bytes, at least 1
 * @returns `whole`, a range, or `unsatisfiable` for 416
 */
export function readRange(
  range: string | undefined,
  ifRange: string | undefined,
  file: { size: number; etag: string },
): 'whole' | 'unsatisfiable' | ByteRange {
  if (range === undefined || (ifRange !== undefined && ifRange !== file.etag)) return 'whole'
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole'
  const { size } = file
  if (first === '') {
    const suffix = Math.min(Number(last), size)
    return suffix === 0 ? 'unsatisfiable' : { start: size - suffix, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end }
}
