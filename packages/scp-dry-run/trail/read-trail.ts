// Reads CloudTrail's events from files: those of the bucket, and whatever other programs wrap the events in.

import type { Times, TrailEvent } from './cloudtrail.ts'
import type { Damage } from './damage.ts'
import { eventReader } from './event-reader.ts'

export { athenaQuery } from './athena.ts'
export { type Damage, damageTexts } from './damage.ts'

/** Whether a file of a folder may belong to a trail, by its name. A file that is named by itself may have any name. */
export const mayBeTrail = (name: string) => /\.(json|jsonl|ndjson|log|gz|csv|tsv|txt)$/i.test(name)

/** A file of at most this size is read whole, because a stream takes longer to start than such a file takes to read. */
export const wholeBytes = 1_000_000

/** A larger piece, when it is unpacked, takes longer than a slice of time. */
const pieceBytes = 16_384

/** A file's content: its bytes, a file of a browser, or a stream, such as `createReadStream` of Node makes. */
export type Content = Blob | Uint8Array | AsyncIterable<Uint8Array>

/** Safari cannot iterate over a stream. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    // After an error, the rest of the file is not read.
    reader.cancel().catch(() => {})
  }
}

async function* piecesOf(file: Content): AsyncGenerator<Uint8Array> {
  const isBlob = file instanceof Blob
  const chunks = !isBlob
    ? file instanceof Uint8Array
      ? [file]
      : file
    : file.size <= wholeBytes
      ? [new Uint8Array(await file.arrayBuffer())]
      : chunksOf(file.stream())
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += pieceBytes) yield chunk.subarray(at, at + pieceBytes)
}

export interface FileReading {
  /** The events that were counted, including those before and after damage. */
  events: number
  /** Values and lines of the file that hold no event. */
  others: number
  /** What is wrong with the file: `damageTexts` has a sentence for each. */
  damage: Damage | null
}

/**
 * Reads one file. A broken event costs only itself; a broken compression costs what follows.
 * @param file its content. From `readAhead`, the bytes of a small file are there already.
 * @param pause awaited after each piece of about a hundred events, so that the browser can work in between. It throws to stop
 * the reading.
 */
export async function readTrail(
  file: Content,
  add: (event: TrailEvent, count?: Times) => void,
  pause: () => Promise<void> | undefined = () => undefined,
): Promise<FileReading> {
  let events = 0
  // Errors of `add` are the caller's, and say nothing about the file.
  let batch: [TrailEvent, Times | undefined][] = []
  const reader = eventReader((event, count) => batch.push([event, count]))
  const addBatch = () => {
    for (const [event, count] of batch) {
      add(event, count)
      events += count?.times ?? 1
    }
    batch = []
  }
  let failure: unknown = null
  const pieces = piecesOf(file)
  try {
    for (let isEnd = false; !isEnd && failure === null; ) {
      let piece: IteratorResult<Uint8Array>
      try {
        piece = await pieces.next()
      } catch {
        return { events, others: reader.others, damage: 'unreadable' }
      }
      isEnd = piece.done === true
      try {
        if (piece.done) reader.end()
        else reader.push(piece.value)
      } catch (error) {
        failure = error
      }
      addBatch()
      const rest = isEnd ? undefined : pause()
      if (rest) await rest
    }
    return { events, others: reader.others, damage: reader.damageOf(failure) }
  } finally {
    await pieces.return(undefined)
  }
}

/** Files that are read while an earlier one is counted. */
const ahead = 16

/**
 * Reads small files before their turn: most of their time is waiting, and real trails are tens of thousands of them.
 * @yields the files in their order, with the content of small ones. An error of reading is left to `readTrail`.
 */
export async function* readAhead<T extends { content: Blob }>(
  files: Iterable<T>,
): AsyncGenerator<{ file: T; content: Blob | Uint8Array }> {
  const open = (file: T) => ({
    file,
    content:
      file.content.size <= wholeBytes
        ? file.content.arrayBuffer().then(
            (buffer) => new Uint8Array(buffer),
            () => file.content,
          )
        : file.content,
  })
  const waiting: ReturnType<typeof open>[] = []
  for (const file of files) {
    waiting.push(open(file))
    if (waiting.length < ahead) continue
    const { file: next, content } = waiting.shift() as ReturnType<typeof open>
    yield { file: next, content: await content }
  }
  for (const { file, content } of waiting) yield { file, content: await content }
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
