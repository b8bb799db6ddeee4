// Reads CloudTrail files as streams: files from the bucket, the output of lookup-events, and results of the query for Athena.
import { eventOf, type TableRow } from './athena.ts'
import type { TrailEvent } from './cloudtrail.ts'
import type { Times } from './dry-run.ts'

export { athenaQuery } from './athena.ts'

/** What is wrong with a file. */
export type Damage =
  /** A CloudTrail digest, which lists files and has no events. */
  | 'digest'
  /** An AWS Config file. */
  | 'config'
  /** Another kind of file. */
  | 'foreign'
  /** A table without the columns of the query. */
  | 'table'
  /** The file is truncated, or its encoding or JSON is broken. */
  | 'damaged'
  /** The file cannot be unpacked to its end. Browsers also refuse a file of several packed parts, which gzip permits (RFC 1952 §2.2). */
  | 'packed'

/** The lists that hold events. */
const lists = new Set(['Records', 'Events'])
/** Names that occur only in other files of the same bucket. */
const foreignNames: Record<string, Damage> = {
  digestS3Bucket: 'digest',
  digestStartTime: 'digest',
  logFiles: 'digest',
  configSnapshotId: 'config',
  configurationItems: 'config',
}

class Damaged extends Error {
  readonly damage: Damage
  constructor(damage: Damage) {
    super(damage)
    this.damage = damage
  }
}

/** A CloudTrail event has at most 1 MB. Anything much longer is not an event, and each chunk would copy it again. */
const mostBytes = 8_000_000

/** A larger chunk takes longer than a slice of time. */
const chunkBytes = 65_536

async function* chunksOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      for (let at = 0; at < value.length; at += chunkBytes) yield value.subarray(at, at + chunkBytes)
    }
  } finally {
    // After an error, the rest of the file is not read.
    reader.cancel().catch(() => {})
  }
}

/** The same chunks, with errors that say that unpacking failed. */
async function* unpacked(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch {
    throw new Damaged('packed')
  }
}

const [quote, backslash, open, close, openList, closeList] = [34, 92, 123, 125, 91, 93]

/**
 * Splits `{"Records":[{…},{…}]}` into the JSON of its events, because JSON.parse of a whole file takes longer than a tap may
 * wait. It searches bytes: JSON's punctuation is ASCII, and UTF-8 never uses an ASCII byte inside another character.
 * @throws Damaged if the file is truncated or has no list of events. DecompressionStream does not report a truncated file.
 */
async function* eventTexts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  // Depth 1 is inside the file's object, 2 inside a list, 3 inside an event.
  let [depth, inText, isEscaped, hasList] = [0, false, false, false]
  /** The last string at depth 1. If a list follows, it is the list's name. */
  let name = ''
  /** The incomplete event or name at the end of the chunks before. */
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of chunks) {
    const bytes = new Uint8Array(rest.length + chunk.length)
    bytes.set(rest)
    bytes.set(chunk, rest.length)
    /** Where the current event or name begins. -1 outside of both. */
    let start = rest.length > 0 ? 0 : -1
    for (let at = rest.length; at < bytes.length; at++) {
      const byte = bytes[at]
      if (inText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) {
          inText = false
          if (depth === 1) {
            name = decoder.decode(bytes.subarray(start + 1, at))
            start = -1
            const damage = foreignNames[name]
            if (damage) throw new Damaged(damage)
          }
        }
      } else if (depth === 0 && hasList && byte !== open && byte !== undefined && byte > 32) {
        // Only another file may follow, as in the output of `zcat *.json.gz`.
        throw new Damaged('damaged')
      } else if (byte === quote) {
        inText = true
        if (depth === 1) start = at
      } else if (byte === open || byte === openList) {
        if (depth === 0 && byte === openList) throw new Damaged('foreign')
        if (depth === 1) hasList ||= byte === openList && lists.has(name)
        if (depth === 2 && byte === open && lists.has(name)) start = at
        depth++
      } else if (byte === close || byte === closeList) {
        depth--
        if (depth === 2 && start >= 0) {
          yield decoder.decode(bytes.subarray(start, at + 1))
          start = -1
        }
      }
    }
    rest = start >= 0 ? bytes.slice(start) : new Uint8Array()
    if (rest.length > mostBytes) throw new Damaged(hasList ? 'damaged' : 'foreign')
  }
  if (depth !== 0) throw new Damaged('damaged')
  if (!hasList) throw new Damaged('foreign')
}

/** The rows of a CSV (RFC 4180) by column. A table that was copied from a console has tabs. */
async function* tableRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TableRow> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let names: string[] | null = null
  let [row, field, isQuoted, wasQuote, separator] = [[] as string[], '', false, false, ',']
  const endRow = (): TableRow | null => {
    const fields = [...row, field]
    row = []
    field = ''
    if (names)
      return fields.length > 1 ? Object.fromEntries(names.map((name, at) => [name, fields[at] ?? ''])) : null
    names = fields.map((name) => name.trim().toLowerCase())
    return null
  }
  for await (const chunk of chunks) {
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
      } else if (char === '\n') {
        const ended = endRow()
        if (ended) yield ended
      } else if (char !== '\r') field += char
      if (wasQuote) [wasQuote, isQuoted] = [false, char === '"']
    }
    if (field.length > mostBytes) throw new Damaged('damaged')
  }
  if (isQuoted && !wasQuote) throw new Damaged('damaged')
  const last = endRow()
  if (last) yield last
}

async function* eventsIn(file: Blob): AsyncGenerator<{ event: TrailEvent; count?: Times }> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const isPacked = first === 0x1f && second === 0x8b
  // PowerShell 5 writes a program's output as UTF-16.
  const isWide = first === 0xff && second === 0xfe
  const stream = isPacked
    ? file.stream().pipeThrough(new DecompressionStream('gzip'))
    : isWide
      ? file
          .stream()
          .pipeThrough(new TextDecoderStream('utf-16le', { fatal: true }))
          .pipeThrough(new TextEncoderStream())
      : file.stream()
  const read = chunksOf(stream as ReadableStream<Uint8Array<ArrayBuffer>>)
  const chunks = isPacked ? unpacked(read) : read
  const { value: start } = await chunks.next()
  if (!start) throw new Damaged('foreign')
  async function* whole() {
    yield start as Uint8Array
    yield* chunks
  }
  const sign = new TextDecoder().decode(start.subarray(0, 64)).trimStart()[0]
  if (sign === '{' || sign === '[') {
    for await (const text of eventTexts(whole())) {
      const event = JSON.parse(text)
      // In the output of lookup-events, the event is a string of JSON.
      const { CloudTrailEvent: inner } = event
      yield { event: typeof inner === 'string' ? (JSON.parse(inner) ?? {}) : event }
    }
    return
  }
  let isTable = false
  const rows = tableRows(whole())
  while (true) {
    const { done, value: row } = await rows.next().catch((error) => {
      // A picture or an archive is a foreign file, not a damaged table.
      throw isTable || isPacked ? error : new Damaged('foreign')
    })
    if (done) break
    const counted = eventOf(row)
    if (!counted) throw new Damaged(isTable ? 'damaged' : 'table')
    isTable = true
    yield counted
  }
  if (!isTable) throw new Damaged('foreign')
}

interface FileReading {
  /** The events that were counted, including those before the damage. */
  events: number
  damage: Damage | null
}

/**
 * Reads one file up to its end or its damage.
 * @param pause awaited after each event, so that the browser can work in between. It throws to stop the reading.
 */
export async function readTrail(
  file: Blob,
  add: (event: TrailEvent, count?: Times) => void,
  pause: () => Promise<void> | undefined = () => undefined,
): Promise<FileReading> {
  let events = 0
  const iterator = eventsIn(file)
  while (true) {
    let next: Awaited<ReturnType<typeof iterator.next>>
    try {
      next = await iterator.next()
    } catch (error) {
      return { events, damage: error instanceof Damaged ? error.damage : 'damaged' }
    }
    if (next.done) return { events, damage: null }
    add(next.value.event, next.value.count)
    events += next.value.count?.times ?? 1
    const rest = pause()
    if (rest) await rest
  }
}

/** Milliseconds. A tap waits for a slice at most, and a task of 50 ms is a long task. */
const slice = 30

interface Scheduler {
  postTask(task: () => void, options: { priority: 'background' }): Promise<void>
}

/**
 * Makes a function that lets the browser work when a slice of time is over. It posts a background task, because code after
 * `scheduler.yield` runs before everything but input: with a fast disk, timers and frames would never run. A timer alone would
 * almost stop in a hidden tab.
 * @returns a function that returns undefined while the slice lasts, and else a promise that rejects when the signal is aborted
 */
export function slices(signal: AbortSignal): () => Promise<void> | undefined {
  let start = performance.now()
  const { scheduler } = globalThis as { scheduler?: Partial<Scheduler> }
  const rest = async () => {
    if (scheduler?.postTask) await scheduler.postTask(() => {}, { priority: 'background' })
    else await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    start = performance.now()
  }
  return () => (performance.now() - start > slice ? rest() : undefined)
}
