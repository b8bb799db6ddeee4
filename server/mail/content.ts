/** A piece of a sentence. */
export type Inline = string | { text: string; href: string } | { code: string } | { strong: string }

/** One row of a table. */
export interface TableRow {
  label: string
  value: string
  /** Shows the value in the monospaced typeface. For ids, digests and file names. */
  code?: boolean
}

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; content: Inline[] }
  /** A highlighted note that must not be overlooked. */
  | { kind: 'note'; content: Inline[] }
  /** A command on its own line, so that it can be copied. */
  | { kind: 'command'; text: string }
  /** A button. Its address is also written out, for mail programs that show no buttons. */
  | { kind: 'button'; label: string; href: string }
  | { kind: 'table'; rows: TableRow[] }
  | { kind: 'steps' | 'list'; items: Inline[][] }

/** The content of a mail. `html.ts` and `text.ts` both render it. */
export interface MailContent {
  /** One plain line. */
  subject: string
  /** The text that the inbox shows beside the subject. */
  preview: string
  title: string
  blocks: Block[]
}
