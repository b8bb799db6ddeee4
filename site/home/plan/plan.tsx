import { kit } from 'virtual:kit'
import { drawing } from '#content/home/drawing.ts'
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

/**
 * The sheet: a drawing of what the product creates, the log of its creation, and the title block. Pointing at a resource
 * in one highlights it in the other.
 */
export function Plan() {
  const { drawing: label } = drawing.spoken
  return (
    <Sheet className="plan">
      <style>{highlightRules(resources, drawing.example)}</style>
      <div className="plan-body">
        <div className="plan-paper sheet-grid">
          <PlanDrawing drawing={plan.wide} className="plan-wide" label={label} />
          <PlanDrawing drawing={plan.tall} className="plan-tall" label={label} />
          <PlanList outline={plan.whole} />
        </div>
        <ApplyLog resources={resources} added={kit.added} />
      </div>
      <TitleBlock files={kit.files} version={kit.version} />
    </Sheet>
  )
}
