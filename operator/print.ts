import type { Command } from 'commander'
import { jsonArray, type List, type Look, plainLook, printableJson, tableOf } from './format.ts'
import { type Io, localText } from './io.ts'

interface GlobalOptions {
  json?: boolean
  wide?: boolean
}

/** The width of a pipe, in which a command always prints the same lines, and of a terminal that does not report its width. */
const usualColumns = 80

/** How a command prints text: as wide as the terminal, and at least 80 columns. */
export function lookOf(io: Io, command: Command): Look {
  const { wide } = command.optsWithGlobals<GlobalOptions>()
  const width = wide ? plainLook.width : Math.max(usualColumns, io.columns() ?? usualColumns)
  return { width, paint: io.paint }
}

/** Prints text for people, or JSON with `--json`. */
export function print(io: Io, command: Command, data: unknown, text: (look: Look) => string): void {
  const { json } = command.optsWithGlobals<GlobalOptions>()
  io.out(json ? printableJson(data) : localText(io, text(lookOf(io, command))))
}

/** Prints a list while it is read: a table for people, or a JSON array with `--json`. */
export async function printList<Row>(io: Io, command: Command, list: List<Row>): Promise<void> {
  const { json } = command.optsWithGlobals<GlobalOptions>()
  await printTexts(io, json ? jsonArray(fieldsOf(list)) : tableOf(list, lookOf(io, command)))
}

async function* fieldsOf<Row>({ rows, fields }: List<Row>) {
  for await (const row of rows) yield fields(row)
}

/** Prints texts one by one, and stops when the output is closed. */
export async function printTexts(io: Io, texts: AsyncIterable<string>): Promise<void> {
  for await (const text of texts) {
    if (io.isClosed()) return
    io.out(text)
  }
}
