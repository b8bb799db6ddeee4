// Splits a stream of JSON into the values that may hold an event, because JSON.parse of a whole file takes longer than a tap may
// wait. It searches bytes: JSON's punctuation is ASCII, and UTF-8 never uses an ASCII byte inside another character.
import { type Damage, Damaged } from './damage.ts'

/**
 * Names of lists and objects whose items are read one by one, because they may be large: files of CloudTrail (`Records`),
 * lookup-events (`Events`), filter-log-events (`events`), Insights (`results`), subscriptions (`logEvents`), CloudTrail Lake
 * (`QueryResultRows`), Athena (`ResultSet`, `Rows`), searches of Elastic (`hits`). An event has none of these names.
 */
const containers = new Map<string, Damage | null>([
  ['Records', null],
  ['Events', null],
  ['events', null],
  ['results', null],
  ['logEvents', null],
  ['QueryResultRows', null],
  ['ResultSet', null],
  ['Rows', null],
  ['hits', null],
  ['logFiles', 'digest'],
  ['configurationItems', 'config'],
])
const longestName = Math.max(...[...containers.keys()].map((name) => name.length))

/** A CloudTrail event has at most 1 MB. A value that is much longer holds none, and each chunk would copy it again. */
const mostBytes = 8_000_000

/** Bytes that may be read again after damage, so that a hostile file does not take time by the square of its size. */
const mostBytesAgain = 64_000_000

const [quote, backslash, open, close, openList, closeList] = [34, 92, 123, 125, 91, 93]
const [newline, space, comma] = [10, 32, 44]

/** Shared, because one for each small file would take longer than its events. */
const decoder = new TextDecoder('utf-8', { fatal: true })

/** How CloudTrail's events begin. */
const eventStart = new TextEncoder().encode('{"eventVersion"')

function nextEvent(bytes: Uint8Array, from: number, to: number): number {
  for (let at = bytes.indexOf(open, from); at >= 0 && at < to; at = bytes.indexOf(open, at + 1))
    if (eventStart.every((byte, index) => bytes[at + index] === byte)) return at
  return -1
}

export interface JsonValues {
  /** @throws Damaged if the file is of another kind, or a value is too long */
  push: (chunk: Uint8Array) => void
  end: () => void
  /** Whether a value was broken or cut off. */
  isDamaged: boolean
  /** Lists whose items were read one by one. */
  lists: number
  /** Lines of text without a value. */
  otherLines: number
}

/**
 * Splits values that follow each other, with or without line breaks, and with or without other text before each. After a broken
 * value, it goes on with the next event.
 * @param onValue gets each object, list or text that is an item of a list, or that stands alone
 */
export function jsonValues(onValue: (value: unknown) => void): JsonValues {
  const values: JsonValues = { push, end, isDamaged: false, lists: 0, otherLines: 0 }
  /** The open containers, from the outside. */
  const outer: ('list' | 'object')[] = []
  /** Open brackets: the containers, and those inside a value. */
  let depth = 0
  let [inText, isEscaped] = [false, false]
  let bytes: Uint8Array = new Uint8Array()
  /** The next byte. */
  let at = 0
  /** Where the incomplete value begins, or the name in an open object. -1 outside of both. */
  let start = -1
  /** The last text where an object that may be a container has its names. */
  let [nameStart, nameEnd] = [-1, -1]
  let lastByte = 0
  let bytesAgain = 0
  /** Whether this line has text outside of any value, a value, and the beginning of a value. */
  let [hasText, hasValue, hasStart] = [false, false, false]
  /** Whether each line is a value of its own. */
  let isLines = false

  /** Gives up a broken value. The next byte is then the first one of the next event inside it, if there is one. */
  function skipBroken(): boolean {
    values.isDamaged = true
    const next = start < 0 || bytesAgain > mostBytesAgain ? -1 : nextEvent(bytes, start + 1, at)
    start = -1
    inText = false
    isEscaped = false
    depth = outer.length
    if (next < 0) return false
    bytesAgain += at - next
    at = next
    return true
  }

  function finish(): void {
    let value: unknown
    try {
      value = JSON.parse(decoder.decode(bytes.subarray(start, at)))
    } catch {
      skipBroken()
      return
    }
    start = -1
    if (depth === 0) hasValue = true
    onValue(value)
  }

  function endLine(): void {
    if (hasValue && hasStart) isLines = true
    if (hasText && !hasValue) values.otherLines++
    hasText = false
    hasValue = false
    hasStart = false
  }

  /** Reads to the end of a text, or of the bytes. Most of a file is text, and local variables are faster. */
  function readText(): void {
    const { length } = bytes
    let [char, next, escaped] = [0, at, isEscaped]
    for (; next < length; next++) {
      char = bytes[next] as number
      if (escaped) escaped = false
      else if (char === backslash) escaped = true
      else if (char === quote || (char === newline && isLines)) break
    }
    at = next + 1
    isEscaped = escaped
    if (next === length) {
      at = length
      return
    }
    if (char === quote) {
      inText = false
      nameEnd = at - 1
      if (depth === outer.length && start >= 0 && outer.at(-1) !== 'object') finish()
    } else if (char === newline && !skipBroken()) {
      // JSON has no line break inside a text, so the line is cut off.
      depth = 0
      outer.length = 0
      endLine()
    }
  }

  function openBracket(byte: number): void {
    const kind = byte === open ? 'object' : 'list'
    const level = depth - outer.length
    const isName = level === 0 && outer.at(-1) === 'object'
    if (isName || (level === 1 && start >= 0 && bytes[start] === open)) {
      const isShort = nameStart >= 0 && nameEnd >= nameStart && nameEnd - nameStart <= longestName
      const damage = isShort && containers.get(String.fromCharCode(...bytes.subarray(nameStart, nameEnd)))
      if (damage) throw new Damaged(damage)
      if (damage === null) {
        if (level === 1) outer.push('object')
        outer.push(kind)
        if (kind === 'list') values.lists++
        start = -1
      } else if (isName) start = -1
    } else if (level === 0) {
      hasStart ||= depth === 0
      if (depth === 0 && kind === 'list') {
        outer.push(kind)
        values.lists++
      } else start = at - 1
    }
    depth++
  }

  function closeBracket(): void {
    depth--
    if (depth < outer.length) {
      outer.pop()
      start = -1
      if (depth === 0) hasValue = true
    } else if (depth === outer.length && start >= 0) finish()
  }

  function read(): void {
    while (at < bytes.length) {
      if (inText) {
        readText()
        continue
      }
      const byte = bytes[at++] as number
      if (depth > 0) {
        if (byte === quote) {
          inText = true
          if (depth === outer.length) start = at - 1
          if (depth <= outer.length + 1) nameStart = at
        } else if (byte === open || byte === openList) {
          if (isLines && byte === open && (at > 1 ? bytes[at - 2] : lastByte) === newline) {
            // The value of an earlier line is cut off.
            values.isDamaged = true
            outer.length = 0
            depth = 0
          }
          openBracket(byte)
        } else if (byte === close || byte === closeList) closeBracket()
        else if (byte === newline) hasStart = false
      } else if (byte === newline) endLine()
      else if (byte === open || (byte === openList && !hasText)) openBracket(byte)
      else if (byte === quote && !hasText && !hasValue) {
        inText = true
        hasStart = true
        start = at - 1
      } else if (byte > space && byte !== comma) {
        if (hasValue) values.isDamaged = true
        else hasText = true
      }
    }
  }

  function push(chunk: Uint8Array): void {
    const kept = start < 0 ? 0 : bytes.length - start
    if (kept > 0) {
      const joined = new Uint8Array(kept + chunk.length)
      joined.set(bytes.subarray(start))
      joined.set(chunk, kept)
      nameStart -= start
      nameEnd -= start
      start = 0
      bytes = joined
    } else {
      lastByte = bytes.at(-1) ?? lastByte
      nameStart = -1
      bytes = chunk
    }
    at = kept
    read()
    while (start >= 0 && bytes.length - start > mostBytes)
      if (skipBroken()) read()
      else throw new Damaged(values.lists > 0 ? 'damaged' : 'foreign')
  }

  function end(): void {
    while (start >= 0 && skipBroken()) read()
    if (depth > 0) values.isDamaged = true
    endLine()
  }
  return values
}
