import type { Command } from 'commander'
import { jsonArray, printableJson, tableOf } from './format.ts'
import type { Io } from './io.ts'

/** Prints text for people, or JSON if `--json` was given. */
export function print(io: Io, command: Command, data: unknown, text: () => string): void {
  const { json } = command.optsWithGlobals<{ json?: boolean }>()
  io.out(json ? printableJson(data) : text())
}

/** A list of any length, for the terminal. */
export interface List<Row> {
  rows: AsyncIterable<Row>
  headings: string[]
  cells: (row: Row) => unknown[]
  /** The fields of a row in JSON. */
  fields: (row: Row) => unknown
  /** The text for an empty list. */
  none: string
}

/** Prints a list while it is read: a table for people, or a JSON array if `--json` was given. */
export async function printList<Row>(io: Io, command: Command, list: List<Row>): Promise<void> {
  const { json } = command.optsWithGlobals<{ json?: boolean }>()
  await printTexts(io, json ? jsonArray(fieldsOf(list)) : withHeading(io, tableOf(list)))
}

/** Marks the first line of a table; a text of one line has no heading. */
async function* withHeading({ heading = (text) => text }: Io, texts: AsyncIterable<string>) {
  let isFirst = true
  for await (const text of texts) {
    const end = isFirst ? text.indexOf('\n') : -1
    yield end < 0 ? text : heading(text.slice(0, end)) + text.slice(end)
    isFirst = false
  }
}

async function* fieldsOf<Row>({ rows, fields }: List<Row>) {
  for await (const row of rows) yield fields(row)
}

/** Prints texts as they come, and stops when nobody reads them any more. */
export async function printTexts(io: Io, texts: AsyncIterable<string>): Promise<void> {
  for await (const text of texts) {
    if (io.isClosed?.()) return
    io.out(text)
  }
}
