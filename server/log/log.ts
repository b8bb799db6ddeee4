import { codesOf, isQuoting, redact } from './redact.ts'

/** Writes one JSON object per line to standard output. No line contains a name, an address, a key or a download token. */
export interface Log {
  info(event: string, details?: Record<string, unknown>): void
  warn(event: string, details?: Record<string, unknown>): void
  error(event: string, details?: Record<string, unknown>): void
}

/** The frames of a stack, without the lines of the message above them. */
function framesOf(stack: string | undefined): string | undefined {
  return stack?.match(/^[ \t]+at .*$/gm)?.join('\n')
}

/** The longest chain of causes that is followed. A chain with a cycle would not end. */
const deepestCause = 5

/** The messages of an error and its causes that must not be logged, longest first. */
function quotes(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > deepestCause) return []
  const messages = isQuoting(error) && error.message ? [error.message] : []
  return [...messages, ...quotes(error.cause, depth + 1)].toSorted((a, b) => b.length - a.length)
}

/**
 * Converts an error for the log: its codes, its stack and its causes. Messages of other systems are left out (`isQuoting`),
 * even if one of our own errors repeats them.
 */
function describeError(error: Error, depth = 0): object {
  const unquoted = quotes(error).reduce((text, quote) => text.replaceAll(quote, '(left out)'), error.message)
  const { cause } = error
  return {
    name: error.name,
    message: unquoted,
    ...codesOf(error),
    stack: framesOf(error.stack),
    ...(cause !== undefined && {
      cause: cause instanceof Error && depth < deepestCause ? describeError(cause, depth + 1) : String(cause),
    }),
  }
}

/** For `JSON.stringify`: redacts every text, and converts errors. */
function redactValue(this: unknown, _key: string, value: unknown): unknown {
  if (value instanceof Error) return describeError(value)
  return typeof value === 'string' ? redact(value) : value
}

/** @param write receives each finished line, newline included */
export function createLog(write = (line: string): void => void process.stdout.write(line)): Log {
  const logAt =
    (level: keyof Log) =>
    (event: string, details: Record<string, unknown> = {}) => {
      const fields = { at: new Date().toISOString(), level, event }
      // These fields are at the beginning of the line for readers, and again at the end, so that no detail replaces them.
      write(`${JSON.stringify({ ...fields, ...details, ...fields }, redactValue)}\n`)
    }
  return { info: logAt('info'), warn: logAt('warn'), error: logAt('error') }
}

export const silentLog: Log = { info() {}, warn() {}, error() {} }
