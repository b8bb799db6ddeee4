import { drawing } from '#content/home/drawing.ts'
import type { Drawn } from '../../../packages/kit-reader/drawn.ts'
import { outline } from '../../home/plan/drawing.ts'
import { PlanDrawing } from '../../home/plan/plan-drawing.tsx'
import { PlanList } from '../../home/plan/plan-list.tsx'
import { drawTall } from '../../home/plan/tall.ts'
import { drawWide } from '../../home/plan/wide.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { resourcesOfDrawn } from './resources-of-drawn.ts'

/** The drawing of the home page, of this organization. */
export function OrganizationSheet({ drawn }: { drawn: Drawn }) {
  const whole = outline(resourcesOfDrawn(drawn))
  const { drawing: label } = drawing.spoken
  return (
    <Sheet className="plan draw-plan">
      <div className="plan-paper sheet-grid">
        <PlanDrawing drawing={drawWide(whole)} className="plan-wide" label={label} />
        <PlanDrawing drawing={drawTall(whole)} className="plan-tall" label={label} />
        <PlanList outline={whole} />
      </div>
    </Sheet>
  )
}
