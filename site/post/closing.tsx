import { consultation } from '#content/consultation.ts'
import { purchase } from '#content/purchase.ts'
import { site } from '#content/site.ts'
import { words } from '#content/words.ts'
import { pages } from '../../contract/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Sheet } from '../ui/sheet.tsx'

/** @param files how many files the kit has, counted at build */
export function Closing({ files }: { files: number }) {
  const { afterPost } = words
  return (
    <Sheet grid className="post-closing">
      <div>
        <h2>{afterPost.heading}</h2>
        <p className="text-muted">
          {afterPost.text} {site.name} {purchase.offer(files)}
          {consultation && `, ${consultation.bought}`}.
        </p>
      </div>
      <ButtonLink href={pages.home} variant="primary">
        {afterPost.button}
      </ButtonLink>
    </Sheet>
  )
}
