import type { Drawn } from 'kit-reader/draw'
import { drawing, type Resource } from '#content/home/drawing.ts'
import { resourcesOf } from '../../home/plan/resources.ts'

/** What the drawing of the home page shows, for another organization. */
export function resourcesOfDrawn({ accounts, attachments }: Drawn): Resource[] {
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
