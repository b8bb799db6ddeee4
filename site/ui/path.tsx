/** A path that breaks only after its slashes, unless a name is wider than the line. @param props.path with `/` */
export function Path({ path }: { path: string }) {
  return path.split(/(?<=\/)/).map((part, index, parts) => (
    <span key={parts.slice(0, index + 1).join('')} className="unbroken">
      {part}
    </span>
  ))
}
