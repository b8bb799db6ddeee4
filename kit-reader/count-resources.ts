// Counts the resources that the first apply of a folder adds with the values of its example. Terraform counts instances, and
// their number depends on `for_each`. Only Terraform can evaluate `for_each`, so this file has the size of each collection
// by name. A collection without a size here stops the build.
import { attributeOf, attributesIn, type Block, type Body, blocksIn, readHcl } from './hcl.ts'
import type { KitFile } from './read-kit.ts'

/** The values of the example, and the defaults of variables that it leaves out, as `@cdktn/hcl2json` gives them. */
export interface Inputs {
  // biome-ignore lint/suspicious/noExplicitAny: the values of the files have any type
  [name: string]: any
}

const size = (value: unknown) => (Array.isArray(value) ? value.length : Object.keys(value as object).length)

interface Folder {
  inputs: Inputs
  /** Names of service control policies by target. */
  attachments: Record<string, string[]>
  /** The expression of a local value. */
  local: (name: string) => string
}

const entries = (expression: string) => attributesIn(readHcl(expression.trim().replace(/^\{|\}$/g, '')))
const strings = (expression: string) => [...expression.matchAll(/"[^"]+"/g)].length

const alarmRegions = (inputs: Inputs) => new Set([inputs.home_region, 'us-east-1']).size

/** Sizes of the local values that `for_each` iterates over. */
const sizes: Record<string, (folder: Folder) => number> = {
  contacts: ({ inputs }) => size(inputs.accounts) * size(inputs.contacts),
  regional_plans: ({ inputs, local }) => size(inputs.regions) * strings(local('guardduty_plans')),
  alarm_regions: ({ inputs }) => alarmRegions(inputs),
  documents: ({ attachments }) => new Set(Object.values(attachments).flat()).size,
  pairs: ({ attachments }) => Object.values(attachments).flat().length,
  units: ({ local }) => entries(local('units')).length,
  // iam-identity-center has a variable with the regions, organization a local value.
  regional_alarms: ({ inputs, local }) =>
    entries(local('alarms')).length *
    (inputs.alarm_regions ? size(inputs.alarm_regions) : alarmRegions(inputs)),
  delegations: ({ local }) => entries(local('delegations')).length,
  organization_policies: ({ local }) => entries(local('organization_policies')).length,
  log_buckets: ({ local }) => strings(local('log_buckets')),
  assignments: ({ inputs }) =>
    Object.values<Record<string, string[]>>(inputs.access).flatMap((accounts) =>
      Object.values(accounts).flat(),
    ).length,
  memberships: ({ inputs }) =>
    Object.values<{ groups: string[] }>(inputs.users).flatMap((user) => user.groups).length,
  managed_policies: ({ inputs }) =>
    Object.values<{ managed: string[] }>(inputs.permission_sets).flatMap((set) => set.managed).length,
  inline_policies: ({ inputs }) =>
    Object.values<{ inline?: string }>(inputs.permission_sets).filter((set) => set.inline).length,
  bounded_sets: ({ inputs }) =>
    Object.values<{ bounded?: boolean }>(inputs.permission_sets).filter((set) => set.bounded).length,
}

/** Everything that a block's arguments say, those of inner blocks included. */
const textIn = (body: Body): string =>
  body.map((part) => (part.kind === 'block' ? textIn(part.body) : part.expression)).join('\n')

/** What `-target` adds: the resource at this address, and everything that its arguments refer to, also by way of local values. */
function neededBy(target: string, resources: Block[], local: (name: string) => string): Block[] {
  const needed = new Set<Block>()
  const seen = new Set<string>()
  const visit = (text: string) => {
    for (const [address] of text.matchAll(/\b[a-z]\w*\.\w+/g)) {
      if (seen.has(address)) continue
      seen.add(address)
      if (address.startsWith('local.')) visit(local(address.slice('local.'.length)))
      const found = resources.find(({ labels }) => labels.join('.') === address)
      if (!found) continue
      needed.add(found)
      visit(textIn(found.body))
    }
  }
  visit(target)
  return [...needed]
}

/**
 * Counts the resources that the first apply of a folder adds.
 * @param folder of the kit, such as `organization`
 * @param values.target counts only what an apply with this `-target` adds
 * @throws Error if `for_each` iterates over a collection whose size is not known here
 */
export function countResources(
  files: KitFile[],
  folder: string,
  { inputs, attachments, target }: Omit<Folder, 'local'> & { target?: string | undefined },
): number {
  const bodies = files
    .filter(({ path }) => path.startsWith(`${folder}/`) && path.endsWith('.tf'))
    .map(({ hcl }) => hcl ?? [])
  const resources = bodies.flatMap((body) => blocksIn(body, 'resource'))
  const locals = bodies.flatMap((body) =>
    blocksIn(body, 'locals').flatMap((block) => attributesIn(block.body)),
  )
  const local = (name: string) => locals.find((one) => one.name === name)?.expression ?? ''

  const count = (resource: Block): number => {
    const condition = attributeOf(resource.body, 'count')?.expression.trim()
    if (condition !== undefined) {
      const [, name] = /^var\.(\w+) == null \? 0 : 1$/.exec(condition) ?? []
      if (name) return inputs[name] == null ? 0 : 1
      throw new Error(
        `${folder}: the size of "count = ${condition}" is unknown. Add it to count-resources.ts.`,
      )
    }
    const collection = attributeOf(resource.body, 'for_each')?.expression.trim()
    if (collection === undefined) return 1
    if (collection.startsWith('toset([')) return strings(collection)
    const [, flag, otherwise] = /^(var\.\w+) \? \{\} : (\S+)$/.exec(collection) ?? []
    if (flag && otherwise) return inputs[flag.slice(4)] ? 0 : sizeOf(otherwise, collection)
    return sizeOf(collection, collection)
  }
  const sizeOf = (name: string, collection: string): number => {
    const [kind = '', second = ''] = name.split('.')
    if (kind === 'var' && inputs[second] !== undefined) return size(inputs[second])
    const known = kind === 'local' && sizes[second]
    if (known) return known({ inputs, attachments, local })
    const other = resources.find(({ labels }) => labels.join('.') === name)
    if (other) return count(other)
    throw new Error(
      `${folder}: the size of "for_each = ${collection}" is unknown. Add it to count-resources.ts.`,
    )
  }
  const added = target === undefined ? resources : neededBy(target, resources, local)
  return added.reduce((sum, resource) => sum + count(resource), 0)
}
