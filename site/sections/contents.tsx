import type { MarkdownHeading } from 'astro'
import { labels } from '#content/labels.ts'

/** A document's table of contents: links to its sections, beside the text on a wide screen. */
export function Contents({ headings }: { headings: MarkdownHeading[] }) {
  // The body's titles are demoted to the second level (markdown/blocks.ts).
  const sections = headings.filter(({ depth }) => depth === 2)
  if (sections.length < 2) return null
  return (
    <nav className="toc" aria-labelledby="toc-heading">
      <p id="toc-heading" className="toc-heading">
        {labels.text.contents}
      </p>
      <ol>
        {sections.map(({ slug: id, text: heading }) => (
          <li key={id}>
            <a href={`#${id}`}>{heading}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
