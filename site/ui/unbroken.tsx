/** Words with a hyphen stay in one piece: in a headline or a name a break inside one reads as a misprint. One that
 *  is longer than its line breaks all the same. */
export function unbroken(text: string) {
  return text.split(/(\S+-\S+)/).map((part) =>
    part.includes('-') ? (
      <span key={part} className="inline-block">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
