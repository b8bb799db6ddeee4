/**
 * Text without line breaks inside hyphenated words, unless a word is wider than the line. In a headline or a name, such a
 * break looks like a misprint.
 */
export function Unbroken({ text }: { text: string }) {
  return text.split(/(\S+-\S+)/).map((part) =>
    part.includes('-') ? (
      <span key={part} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
