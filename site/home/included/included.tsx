import type { ReactNode } from 'react'
import { included } from '../../../content/home/included.ts'
import { countFiles } from '../../../content/home/kit-count.ts'
import { Section } from '../../ui/section.tsx'
import type { Outline } from '../files/outline.ts'

/** @throws when there is no such folder at the top of the kit: the page must not count the files of one that was renamed */
function folderOf(kit: Outline[], folder: string): Outline {
  const found = kit.find(({ name, children }) => name === folder && children)
  if (!found)
    throw new Error(`content/home/included.ts names ${folder}, which is no folder at the top of the kit.`)
  return found
}

/**
 * @param kit the outline of the kit, from which every count is taken
 * @param children the files themselves
 */
export function Included({ kit, children }: { kit: Outline[]; children?: ReactNode }) {
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
              <strong>{countFiles(folders.map((folder) => folderOf(kit, folder)))}</strong> files in{' '}
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
      {children}
    </Section>
  )
}
