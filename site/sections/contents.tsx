import type { DocumentSection } from '../markdown/render.server.ts'

/** What a document holds, as links to its sections: beside it on a wide screen. */
export function Contents({ sections }: { sections: DocumentSection[] }) {
  if (sections.length < 2) return null
  return (
    <nav className="toc" aria-labelledby="toc-heading">
      <p id="toc-heading" className="toc-heading">
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
