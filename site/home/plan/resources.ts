import type { Kit } from 'virtual:kit'
import type { drawing, Resource } from '#content/home/drawing.ts'

type Words = Pick<typeof drawing, 'example' | 'notes' | 'permissionSets'>

/**
 * Selects the resources to draw from those that the kit's examples create. Units without accounts are left out, and so are policies
 * that are attached only to such units.
 * @throws Error when `words` name a resource that the examples do not create
 */
export function resourcesOf(
  kit: Pick<Kit, 'accounts' | 'units' | 'attachments' | 'permissionSets'>,
  { example, notes, permissionSets }: Words,
): Resource[] {
  const root = 'this'
  const units = kit.units.filter((unit) => kit.accounts.some((account) => account.unit === unit))
  const targetsOf = (policy: string) =>
    ['root', ...units]
      .filter((target) => kit.attachments[target]?.includes(policy))
      .map((target) => (target === 'root' ? root : target))
  const policies = [...new Set(['root', ...units].flatMap((target) => kit.attachments[target] ?? []))]
  const resources: Resource[] = [
    { kind: 'root', id: root, parents: [] },
    ...policies.map((id): Resource => ({ kind: 'policy', id, parents: targetsOf(id) })),
    ...units.flatMap((unit): Resource[] => [
      { kind: 'unit', id: unit, parents: [root] },
      ...kit.accounts
        .filter((account) => account.unit === unit)
        .map(({ name }): Resource => {
          const account: Resource = { kind: 'account', id: name, parents: [unit] }
          return Object.hasOwn(notes, name) ? { ...account, note: notes[name] as string } : account
        }),
    ]),
    ...permissionSets.map((id): Resource => ({ kind: 'set', id, parents: [root] })),
  ]
  const known = [...kit.accounts.map(({ name }) => name), ...kit.permissionSets]
  for (const name of [example, ...Object.keys(notes), ...permissionSets])
    if (!known.includes(name))
      throw new Error(`content/home/drawing.ts names ${name}, which the examples in kit/ do not create.`)
  return resources
}
