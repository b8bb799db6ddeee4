import type { Kit } from 'virtual:kit'

/** A resource that the home page draws; its log line and its node are made of this. */
export interface Resource {
  resource:
    | 'aws_organizations_organization'
    | 'aws_organizations_organizational_unit'
    | 'aws_organizations_account'
    | 'aws_organizations_policy'
    | 'aws_ssoadmin_permission_set'
  /** Unique; as the kit's files name it. */
  id: string
  /** The ids that it belongs to, hangs under or is attached to. The organization itself has none. */
  parents: string[]
  /** What it is for, in a few words. */
  note?: string
}

interface Words {
  example: string
  notes: Record<string, string>
  permissionSets: string[]
}

/**
 * What the kit's examples make of an organization, without units that have no accounts and what is attached to them alone.
 * @throws Error when `words` name something that the examples do not make
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
    { resource: 'aws_organizations_organization', id: root, parents: [] },
    ...policies.map((id): Resource => ({ resource: 'aws_organizations_policy', id, parents: targetsOf(id) })),
    ...units.flatMap((unit): Resource[] => [
      { resource: 'aws_organizations_organizational_unit', id: unit, parents: [root] },
      ...kit.accounts
        .filter((account) => account.unit === unit)
        .map(({ name }): Resource => {
          const account: Resource = { resource: 'aws_organizations_account', id: name, parents: [unit] }
          return notes[name] ? { ...account, note: notes[name] } : account
        }),
    ]),
    ...permissionSets.map(
      (id): Resource => ({ resource: 'aws_ssoadmin_permission_set', id, parents: [root] }),
    ),
  ]
  const known = [...kit.accounts.map(({ name }) => name), ...kit.permissionSets]
  for (const name of [example, ...Object.keys(notes), ...permissionSets])
    if (!known.includes(name))
      throw new Error(`content/home/drawing.ts names ${name}, which the examples in kit/ do not make.`)
  return resources
}
