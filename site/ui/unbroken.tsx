/**
 * Words with a hyphen stay in one piece where a line can hold them: in a headline or a name a break inside one reads as
 * a misprint.
 */
export function unbroken(text: string) {
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
