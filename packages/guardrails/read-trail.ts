// Reads files of CloudTrail as streams: as in the bucket, the answer of lookup-events, and the result of our query in Athena.
import { eventOf, type TableRow } from './athena.ts'
import type { TrailEvent } from './cloudtrail.ts'
import type { Times } from './dry-run.ts'

/** What is wrong with a file. The words for visitors are in the page's content. */
export type Damage =
  /** A digest of CloudTrail, which lists files and has no events. */
  | 'digest'
  /** A file of AWS Config. */
  | 'config'
  /** Nothing that we know. */
  | 'foreign'
  /** A table that does not have the columns of our query. */
  | 'table'
  /** The file is cut off, or its compression, encoding or JSON is broken. */
  | 'damaged'

/** The lists that hold events, and the names by which other files of the same bucket give themselves away. */
const lists = new Set(['Records', 'Events'])
const others: Record<string, Damage> = {
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

/** An event of CloudTrail has at most 1 MB. What is much longer is none, and would be copied with every chunk. */
const mostBytes = 8_000_000

/** Larger chunks take longer than one slice of time. */
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
    // After an error in the middle, the rest of the file is not read.
    reader.cancel().catch(() => {})
  }
}

const [quote, backslash, open, close, openList, closeList] = [34, 92, 123, 125, 91, 93]

/**
 * Cuts `{"Records":[{…},{…}]}` into the texts of its events. JSON.parse of a whole file takes longer than a tap may wait. It
 * works on bytes: every sign that it looks for is ASCII, and UTF-8 never has such a byte inside of another letter.
 * @throws Damaged at the end of a file that is cut off or has no list of events. DecompressionStream alone reports no error
 * for a file that is cut off.
 */
async function* eventTexts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  // Depth 1 is inside of the file's object, 2 inside of a list, 3 inside of an event.
  let [depth, inText, isEscaped, hasList] = [0, false, false, false]
  /** The last text at depth 1, which is the name of the list that may follow. */
  let name = ''
  /** The beginning of an event or of a name, from earlier chunks. */
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of chunks) {
    const bytes = new Uint8Array(rest.length + chunk.length)
    bytes.set(rest)
    bytes.set(chunk, rest.length)
    /** Where the event or name begins that has not ended yet. */
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
            const other = others[name]
            if (other) throw new Damaged(other)
          }
        }
      } else if (depth === 0 && hasList && byte !== open && byte !== undefined && byte > 32) {
        // Another file may follow, as `zcat *.json.gz` writes them, but nothing else.
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

/** The rows of a table (RFC 4180), by the names in its first row. A console also copies them with tabs. */
async function* tableRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TableRow> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let names: string[] | null = null
  let [row, field, isQuoted, wasQuote, comma] = [[] as string[], '', false, false, ',']
  const end = (): TableRow | null => {
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
    if (!names && row.length === 0 && /^[^,\n]*\t/.test(text)) comma = '\t'
    for (const sign of text) {
      if (isQuoted && !wasQuote) {
        if (sign === '"') wasQuote = true
        else field += sign
        continue
      }
      // Two quotes are one; a quote before anything else ends the text.
      if (wasQuote && sign === '"') field += sign
      else if (sign === '"' && field === '') isQuoted = true
      else if (sign === comma) {
        row.push(field)
        field = ''
      } else if (sign === '\n') {
        const found = end()
        if (found) yield found
      } else if (sign !== '\r') field += sign
      if (wasQuote) [wasQuote, isQuoted] = [false, sign === '"']
    }
    if (field.length > mostBytes) throw new Damaged('damaged')
  }
  if (isQuoted && !wasQuote) throw new Damaged('damaged')
  const found = end()
  if (found) yield found
}

async function* eventsIn(file: Blob): AsyncGenerator<{ event: TrailEvent; count?: Times }> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const isPacked = first === 0x1f && second === 0x8b
  // PowerShell 5 writes the output of a program as UTF-16.
  const isWide = first === 0xff && second === 0xfe
  const stream = isPacked
    ? file.stream().pipeThrough(new DecompressionStream('gzip'))
    : isWide
      ? file
          .stream()
          .pipeThrough(new TextDecoderStream('utf-16le', { fatal: true }))
          .pipeThrough(new TextEncoderStream())
      : file.stream()
  const chunks = chunksOf(stream as ReadableStream<Uint8Array<ArrayBuffer>>)
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
      // The answer of lookup-events has the event as text.
      const { CloudTrailEvent: inner } = event
      yield { event: typeof inner === 'string' ? (JSON.parse(inner) ?? {}) : event }
    }
    return
  }
  let isTable = false
  const rows = tableRows(whole())
  while (true) {
    const { done, value: row } = await rows.next().catch((error) => {
      // A picture or an archive is no damaged table.
      throw isTable || isPacked ? error : new Damaged('foreign')
    })
    if (done) break
    const found = eventOf(row)
    if (!found) throw new Damaged(isTable ? 'damaged' : 'table')
    isTable = true
    yield found
  }
  if (!isTable) throw new Damaged('foreign')
}

interface FileReading {
  /** Events that were counted, also those before the damage. */
  events: number
  damage: Damage | null
}

/**
 * Reads one file to its end or to its damage.
 * @param pause awaited after each event; lets the browser work in between, and throws to stop
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

/** Milliseconds: a tap waits for one slice, and 50 ms would be a long task. */
const slice = 30

interface Scheduler {
  postTask(task: () => void, options: { priority: 'background' }): Promise<void>
}

/**
 * Lets the browser work when a slice of time is over. The rest has to come after everything else: what follows
 * `scheduler.yield` comes before all but input, so a fast disk would leave no time for timers and frames. A timer alone would
 * stand nearly still in a tab that is not shown.
 * @returns undefined while the slice lasts
 * @throws the signal's reason when it is aborted
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
