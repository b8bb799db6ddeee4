import { kit } from 'virtual:kit'
import { drawing } from '#content/home/drawing.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { ApplyLog } from './apply-log.tsx'
import { highlightRules } from './highlight-rules.ts'
import { idsOf, organizationOf } from './organization.ts'
import { OrganizationList } from './organization-list.tsx'
import { TitleBlock } from './title-block.tsx'

export const organization = organizationOf(kit, drawing)
const drawn = idsOf(organization)

/**
 * The sheet: a drawing of what the product creates, the log of its creation, and the title block. Pointing at a resource in one
 * highlights it in the other.
 */
export function Plan() {
  return (
    <Sheet className="plan">
      <style>{highlightRules(Object.values(drawn).flat(), drawing.example)}</style>
      <div className="plan-body">
        <div className="plan-paper sheet-grid">
          <OrganizationList {...organization} />
        </div>
        <div className="plan-side">
          <ApplyLog drawn={drawn} added={kit.added} />
          <TitleBlock files={kit.files} version={kit.version} />
        </div>
      </div>
    </Sheet>
  )
}
