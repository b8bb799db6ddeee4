import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { startReading } from '../judge/reading.ts'
import { isGzip } from '../trail/gunzip.ts'
import { damageTexts, readTrail, slices, wholeBytes } from '../trail/read-trail.ts'
import { reasonOf } from './find-files.ts'
import { showProgress } from './progress.ts'
import { formatCount } from './table.ts'

export interface FileReading {
  file: string
  events: number
  /** A sentence without its subject. Null if the file was read to its end. */
  problem: string | null
}

type Content = Uint8Array | AsyncIterable<Uint8Array>

/** A stream that opens with its first chunk. The signal ends it, even if it waits for the next one. */
async function* streamOf(file: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield* file === '-' ? addAbortSignal(signal, process.stdin) : createReadStream(file, { signal })
}

const unpack = promisify(gunzip)

/** Bytes. More is unpacked piece by piece, so that no file fills the memory. */
const mostUnpacked = 64_000_000

/** A trail unpacks to about nine times its size. One chunk of that size is not copied. */
const growth = 10

/** Node unpacks on another core. What it refuses is left packed, because a damaged file has events before the damage. */
const unpacked = (bytes: Uint8Array): Promise<Uint8Array> =>
  unpack(bytes, { chunkSize: Math.max(bytes.length * growth, 1024), maxOutputLength: mostUnpacked }).catch(
    () => bytes,
  )

/** The bytes of a small file, or the stream of a large one and of standard input. */
async function open(file: string, signal: AbortSignal): Promise<Content> {
  if (file === '-') return streamOf(file, signal)
  const { size } = await stat(file)
  if (size > wholeBytes) return streamOf(file, signal)
  const bytes = await readFile(file)
  return isGzip(bytes) ? unpacked(bytes) : bytes
}

/** Small files are opened before their turn: most of their time is waiting. */
const ahead = 16

async function* openAhead(paths: readonly string[], signal: AbortSignal) {
  const waiting = paths.slice(0, ahead).map((file) => [file, settled(open(file, signal))] as const)
  for (let next = ahead; waiting.length > 0; next++) {
    const [file, opened] = waiting.shift() as (typeof waiting)[number]
    const later = paths[next]
    if (later !== undefined) waiting.push([later, settled(open(later, signal))])
    yield { file, ...(await opened) }
  }
}

type Opened = { content: Content; error?: never } | { error: unknown; content?: never }
const settled = (opening: Promise<Content>): Promise<Opened> =>
  opening.then(
    (content) => ({ content }),
    (error) => ({ error }),
  )

/**
 * Reads the files one after another, and shows the progress.
 * @param add takes the events into the reading
 * @param signal stops the reading. What was added before stays.
 * @returns the files that were read, also in part
 */
export async function readFiles(
  paths: readonly string[],
  { reading, add }: ReturnType<typeof startReading>,
  signal: AbortSignal,
): Promise<FileReading[]> {
  const files: FileReading[] = []
  const end = showProgress(() => ({ files: files.length, events: reading.events }), paths.length)
  const pause = slices(signal)
  try {
    for await (const { file, content, error } of openAhead(paths, signal)) {
      if (signal.aborted) break
      if (!content) {
        files.push({ file, events: 0, problem: `cannot be read: ${reasonOf(error)}` })
        continue
      }
      const before = reading.events
      const problem = await readTrail(content, add, pause).then(
        ({ events, damage }) => damage && damageTexts[damage].replace('{events}', formatCount(events)),
        (stopped) => {
          if (!signal.aborted) throw stopped
        },
      )
      const isStopped = signal.aborted && problem !== null
      files.push({
        file,
        events: reading.events - before,
        problem: isStopped ? 'was not read to its end.' : (problem ?? null),
      })
    }
  } finally {
    end()
  }
  return files
}
