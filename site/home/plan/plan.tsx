import { example, organization } from '../../../content/home/organization.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { ApplyLog } from './apply-log.tsx'
import { outline } from './drawing.ts'
import { PlanDrawing } from './plan-drawing.tsx'
import { PlanList } from './plan-list.tsx'
import { drawTall } from './tall.ts'
import { TitleBlock } from './title-block.tsx'
import { twinRules } from './twins.ts'
import { drawWide } from './wide.ts'

const whole = outline(organization)
export const wide = drawWide(whole)
export const tall = drawTall(whole)
const rules = twinRules(organization, example)

const drawingLabel = 'Drawing of the organization; the list that follows says the same'

/** The sheet: one organization, drawn and applied, each washing its twin in the other; its title block below. */
export function Plan({ files }: { files: number }) {
  return (
    <Sheet className="plan">
      <style>{rules}</style>
      <div className="plan-body">
        <div className="plan-paper sheet-grid">
          <PlanDrawing drawing={wide} className="plan-wide" label={drawingLabel} />
          <PlanDrawing drawing={tall} className="plan-tall" label={drawingLabel} />
          <PlanList outline={whole} />
        </div>
        <ApplyLog resources={organization} />
      </div>
      <TitleBlock files={files} />
    </Sheet>
  )
}
