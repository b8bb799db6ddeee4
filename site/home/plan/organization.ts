import type { Kit } from 'virtual:kit'
import type { drawing } from '#content/home/drawing.ts'

/** The id of the management account, as its line in the log has it. */
export const root = 'this'

/**
 * What the kit's examples create, as the sheet draws it. Units without accounts are left out, and so are policies that are attached
 * only to such units.
 * @throws Error when `words` name a resource that the examples do not create
 */
export function organizationOf(
  kit: Pick<Kit, 'accounts' | 'units' | 'attachments' | 'permissionSets'>,
  { example, notes, permissionSets }: Pick<typeof drawing, 'example' | 'notes' | 'permissionSets'>,
) {
  const known = [...kit.accounts.map(({ name }) => name), ...kit.permissionSets]
  for (const name of [example, ...Object.keys(notes), ...permissionSets])
    if (!known.includes(name))
      throw new Error(`content/home/drawing.ts names ${name}, which the examples in kit/ do not create.`)
  const units = kit.units.map((id) => ({
    id,
    accounts: kit.accounts.filter(({ unit }) => unit === id).map(({ name }) => name),
    policies: kit.attachments[id] ?? [],
  }))
  return {
    sets: permissionSets,
    policies: kit.attachments.root ?? [],
    units: units.filter(({ accounts }) => accounts.length > 0),
  }
}
export type Organization = ReturnType<typeof organizationOf>

/** The ids of all boxes by their kind. A policy of several units has one id. */
export const idsOf = ({ sets, policies, units }: Organization) => ({
  root: [root],
  unit: units.map(({ id }) => id),
  account: units.flatMap(({ accounts }) => accounts),
  policy: [...new Set([policies, ...units.map((unit) => unit.policies)].flat())],
  set: sets,
})
export type Drawn = ReturnType<typeof idsOf>
