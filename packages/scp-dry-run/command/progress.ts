import { counted, formatCount } from './table.ts'

interface Progress {
  /** Files that are read to their end, and the events so far. */
  files: number
  events: number
}

/**
 * Shows how far the reading is, in one line of the terminal. Where the errors go to a file, it writes nothing.
 * @param progress how far it is
 * @param total how many files there are
 * @returns ends the line
 */
export function showProgress(progress: () => Progress, total: number): () => void {
  if (!process.stderr.isTTY) return () => {}
  const clear = () => process.stderr.write('\r\x1b[K')
  const write = () => {
    const { files, events } = progress()
    clear()
    process.stderr.write(
      `File ${formatCount(Math.min(files + 1, total))} of ${formatCount(total)}: ${counted(events, 'event')} so far.`,
    )
  }
  const timer = setInterval(write, 250)
  return () => {
    clearInterval(timer)
    clear()
  }
}

/** Listens for Ctrl-C. The first one asks to stop; the second one ends the process. */
export function listenForInterrupt(): AbortSignal {
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  return stopping.signal
}
