/** A piece of a sentence. */
export type Inline = string | { text: string; href: string } | { code: string }

/** One line of a title block. */
export interface Fact {
  label: string
  value: string
  /** Ids, digests, file names: set in the monospaced face. */
  code?: boolean
}

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; content: Inline[] }
  /** Set apart, for what must not be overlooked. */
  | { kind: 'note'; content: Inline[] }
  /** On a line of its own, to be copied without the sentence around it. */
  | { kind: 'command'; text: string }
  /** With its address in plain sight too, for mail programs that draw no button. */
  | { kind: 'button'; label: string; href: string }
  | { kind: 'facts'; rows: Fact[] }
  | { kind: 'steps' | 'list'; items: Inline[][] }

/** A mail before it has a form: what it says, which html.ts and text.ts both draw. */
export interface MailContent {
  /** One plain line. */
  subject: string
  /** What the inbox shows beside the subject. */
  preview: string
  title: string
  blocks: Block[]
}
