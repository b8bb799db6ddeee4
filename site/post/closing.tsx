import { consultation } from '../../content/consultation.ts'
import { purchase } from '../../content/purchase.ts'
import { site } from '../../content/site.ts'
import { pages } from '../../contract/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Sheet } from '../ui/sheet.tsx'

/** @param files how many the kit holds, counted at build */
export function Closing({ files }: { files: number }) {
  return (
    <Sheet grid className="post-closing">
      <div>
        <h2>Ready to Get Started?</h2>
        <p>
          Get the complete multi-account setup kit: the {site.name} is {files} {purchase.offer}
          {consultation && `, ${consultation.bought}`}.
        </p>
      </div>
      <ButtonLink href={pages.home} variant="primary">
        Get the Complete Kit
      </ButtonLink>
    </Sheet>
  )
}
