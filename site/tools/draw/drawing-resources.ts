import type { Blueprint } from 'kit-reader/draw'
import { drawing, type Resource } from '#content/home/drawing.ts'
import { resourcesOf } from '../../home/plan/resources.ts'

/** The boxes of the home page's drawing, for another organization. */
export function drawingResources({ accounts, attachments }: Blueprint): Resource[] {
  const names = accounts.map(({ name }) => name)
  const { permissionSets } = drawing
  const notes = Object.fromEntries(Object.entries(drawing.notes).filter(([name]) => names.includes(name)))
  return resourcesOf(
    {
      accounts,
      attachments,
      permissionSets,
      units: Object.keys(attachments).filter((target) => target !== 'root'),
    },
    { example: names[0] ?? '', notes, permissionSets },
  )
}
