/** One JSON object a line on standard output; `info` and below never carry a name, an address or a token. */
export interface Log {
  info(event: string, details?: Record<string, unknown>): void
  warn(event: string, details?: Record<string, unknown>): void
  error(event: string, details?: Record<string, unknown>): void
}

/** Errors lose their message when JSON sees them; keep it, what caused it, and the stack for whoever debugs. */
function plain(value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const { name, message, stack, cause } = value
  return { name, message, stack, ...(cause !== undefined && { cause: plain(cause) }) }
}

/** @param write receives each finished line, newline included */
export function createLog(write: (line: string) => void = (line) => process.stdout.write(line)): Log {
  const at =
    (level: string) =>
    (event: string, details: Record<string, unknown> = {}) => {
      const own = { at: new Date().toISOString(), level, event }
      const plainDetails = Object.entries(details).map(([key, value]) => [key, plain(value)])
      // First for whoever reads the line, last so that no detail of the same name takes their place.
      write(`${JSON.stringify({ ...own, ...Object.fromEntries(plainDetails), ...own })}\n`)
    }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

export const silentLog: Log = { info() {}, warn() {}, error() {} }
