/**
 * Text in which words with a hyphen stay on one line where a line can hold them. In a headline or a name, a break inside
 * such a word reads as a misprint.
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
