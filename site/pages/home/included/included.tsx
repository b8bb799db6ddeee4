import { included } from '../../../../content/home/included.ts'
import { countFiles } from '../../../../content/home/kit-count.ts'
import { Section } from '../../../ui/section.tsx'
import { Files } from '../files/files.tsx'
import type { Outline } from '../files/outline.ts'

/**
 * @param kit the outline of the kit, from which every count is taken
 * @param panels as `markupFor` gives them
 */
export function Included({ kit, panels }: { kit: Outline[]; panels: string | null }) {
  return (
    <Section id="included" heading={included.heading} lead={included.lead} className="included-section">
      <div className="included">
        {included.cards.map(({ title, text, folders, items }) => (
          <article key={title}>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
            <ul>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
            <p className="included-count">
              <strong>{countFiles(kit.filter(({ name }) => folders.includes(name)))}</strong> files in{' '}
              {folders.map((folder, index) => (
                <span key={folder}>
                  {index > 0 && ', '}
                  <code>{folder}</code>
                </span>
              ))}
            </p>
          </article>
        ))}
      </div>
      <Files kit={kit} panels={panels} />
    </Section>
  )
}
