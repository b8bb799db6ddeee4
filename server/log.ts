/** One JSON object a line on standard output; `info` and below never carry a name, an address or a token. */
export interface Log {
  info(event: string, details?: Record<string, unknown>): void
  warn(event: string, details?: Record<string, unknown>): void
  error(event: string, details?: Record<string, unknown>): void
}

/** Errors lose their message when JSON sees them; keep it, with the stack for whoever debugs. */
function plain(value: unknown): unknown {
  return value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value
}

/** @param write receives each finished line, newline included */
export function createLog(write: (line: string) => void = (line) => process.stdout.write(line)): Log {
  const at =
    (level: string) =>
    (event: string, details: Record<string, unknown> = {}) => {
      const entries = Object.entries(details).map(([key, value]) => [key, plain(value)])
      write(
        `${JSON.stringify({ at: new Date().toISOString(), level, event, ...Object.fromEntries(entries) })}\n`,
      )
    }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

export const silentLog: Log = { info() {}, warn() {}, error() {} }
