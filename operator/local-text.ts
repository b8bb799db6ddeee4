import { withLocalCommands } from '../server/config/local-commands.ts'
import type { Io } from './io.ts'

/** A text with the commands as one types them on this machine. If the variables are wrong, nobody knows which machine it is. */
export function localText(io: Io, text: string): string {
  const env = io.env()
  return env.ok ? withLocalCommands(text, env.config.publicUrl) : text
}
