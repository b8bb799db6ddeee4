import type { Blueprint } from 'kit-reader/draw'
import { drawing } from '#content/home/drawing.ts'
import { outline } from '../../home/plan/drawing.ts'
import { PlanDrawing } from '../../home/plan/plan-drawing.tsx'
import { PlanList } from '../../home/plan/plan-list.tsx'
import { drawTall } from '../../home/plan/tall.ts'
import { drawWide } from '../../home/plan/wide.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { drawingResources } from './drawing-resources.ts'

/** The home page's drawing, for this organization. */
export function OrganizationSheet({ blueprint }: { blueprint: Blueprint }) {
  const whole = outline(drawingResources(blueprint))
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
