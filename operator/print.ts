import type { Command } from 'commander'
import { printableJson } from './format.ts'
import type { Io } from './io.ts'

/** Text for people, or the same as JSON where `--json` was asked for. */
export function print(io: Io, command: Command, data: unknown, text: () => string): void {
  const { json } = command.optsWithGlobals<{ json?: boolean }>()
  io.out(json ? printableJson(data) : text())
}
