import { kit } from 'virtual:kit'
import { drawing } from '#content/home/drawing.ts'
import { pages } from '../../../contract/paths.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { ApplyLog } from './apply-log.tsx'
import { outline } from './drawing.ts'
import { highlightRules } from './highlight-rules.ts'
import { PlanDrawing } from './plan-drawing.tsx'
import { PlanList } from './plan-list.tsx'
import { resourcesOf } from './resources.ts'
import { drawTall } from './tall.ts'
import { TitleBlock } from './title-block.tsx'
import { drawWide } from './wide.ts'

const resources = resourcesOf(kit, drawing)
const whole = outline(resources)
export const plan = { whole, wide: drawWide(whole), tall: drawTall(whole) }

const accounts = whole.units.flatMap((unit) => unit.accounts.map(({ id }) => id))
/** The page that answers who may do what in an account. */
function hrefOf(resource: string): string | undefined {
  const account = resource === whole.root.id ? 'management' : resource
  if (account !== 'management' && !accounts.includes(account)) return undefined
  return `${pages.policies}?account=${encodeURIComponent(account)}`
}

/**
 * The sheet: a drawing of what the product creates, the log of its creation, and the title block. Pointing at a resource
 * in one highlights it in the other. The box of an account opens the page that answers.
 */
export function Plan() {
  return (
    <Sheet className="plan">
      <style>{highlightRules(resources, drawing.example)}</style>
      <div className="plan-body">
        <div className="plan-paper sheet-grid">
          <PlanDrawing drawing={plan.wide} className="plan-wide" hrefOf={hrefOf} />
          <PlanDrawing drawing={plan.tall} className="plan-tall" hrefOf={hrefOf} />
          <PlanList outline={plan.whole} hrefOf={hrefOf} />
        </div>
        <div className="plan-side">
          <ApplyLog resources={resources} added={kit.added} />
          <TitleBlock files={kit.files} version={kit.version} />
        </div>
      </div>
    </Sheet>
  )
}
