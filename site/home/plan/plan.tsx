import { kit } from 'virtual:kit'
import { drawing } from '../../../content/home/drawing.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { ApplyLog } from './apply-log.tsx'
import { outline } from './drawing.ts'
import { PlanDrawing } from './plan-drawing.tsx'
import { PlanList } from './plan-list.tsx'
import { resourcesOf } from './resources.ts'
import { drawTall } from './tall.ts'
import { TitleBlock } from './title-block.tsx'
import { twinRules } from './twins.ts'
import { drawWide } from './wide.ts'

const resources = resourcesOf(kit, drawing)
const whole = outline(resources)
export const wide = drawWide(whole)
export const tall = drawTall(whole)
const rules = twinRules(resources, drawing.example)

const drawingLabel = 'Drawing of the organization; the list that follows says the same'

/** The sheet: one organization, drawn and applied, each washing its twin in the other; its title block below. */
export function Plan() {
  return (
    <Sheet className="plan">
      <style>{rules}</style>
      <div className="plan-body">
        <div className="plan-paper sheet-grid">
          <PlanDrawing drawing={wide} className="plan-wide" label={drawingLabel} />
          <PlanDrawing drawing={tall} className="plan-tall" label={drawingLabel} />
          <PlanList outline={whole} />
        </div>
        <ApplyLog resources={resources} added={kit.added} />
      </div>
      <TitleBlock files={kit.files} version={kit.version} />
    </Sheet>
  )
}
