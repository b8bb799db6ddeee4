import type { DocumentSection } from '../markdown/render.server.ts'

/** What a document holds, as links to its sections: beside it on a wide screen. */
export function Contents({ sections }: { sections: DocumentSection[] }) {
  if (sections.length < 2) return null
  return (
    <nav className="contents" aria-labelledby="contents-heading">
      <p id="contents-heading" className="contents-heading">
        On this page
      </p>
      <ol>
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`}>{heading}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
