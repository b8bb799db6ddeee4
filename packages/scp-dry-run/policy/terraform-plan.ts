// Takes policies out of `terraform show -json`, by their address: https://developer.hashicorp.com/terraform/internals/json-format.
import { type Found, readInner } from './inner-text.ts'
import type { PolicyType } from './policy.ts'
import type { Report } from './problems.ts'
import { type Cursor, itemsOf, type Source, sourceOf } from './source.ts'

type Fields = Record<string, unknown>
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const isPlan = (value: unknown): boolean => {
  const plan = fieldsOf(value)
  return 'format_version' in plan && ('planned_values' in plan || 'values' in plan || 'prior_state' in plan)
}

const types: Record<string, PolicyType> = {
  SERVICE_CONTROL_POLICY: 'scp',
  RESOURCE_CONTROL_POLICY: 'rcp',
}

/** The resources of a module and of the modules in it. */
function resourcesIn(module: Cursor, source: Source): Cursor[] {
  const lists = ['resources', 'child_modules'].map((name) => {
    const list = source.child(module, name)
    return Array.isArray(list.value) ? itemsOf(list, source) : []
  })
  const [own = [], modules = []] = lists
  return [...own, ...modules.flatMap((child) => resourcesIn(child, source))]
}

interface Candidate {
  address: string
  type: PolicyType
  text: Cursor
}

/**
 * Of all resources, only these are policies that are attached to an organization. A data source is what one of them is made of, and
 * others belong to a role, a key or a bucket.
 * @returns what a resource holds, or null if it is no such policy
 */
function candidateOf(resource: Cursor, source: Source, report: Report): Candidate | null {
  const { address, type: kind, mode } = fieldsOf(resource.value)
  if (kind !== 'aws_organizations_policy' || mode === 'data') return null
  const values = source.child(resource, 'values')
  // Terraform's default of `type` is SERVICE_CONTROL_POLICY. Others, such as policies of tags, are no permissions.
  const type = types[String(fieldsOf(values.value).type ?? 'SERVICE_CONTROL_POLICY')]
  if (!type) return null
  const text = source.child(values, 'content')
  if (typeof text.value === 'string') return { address: String(address), type, text }
  report(
    values.at.value,
    'warning',
    String(address),
    `The content of ${address} is known only after the apply, so it is left out. Give the JSON of the state, too: terraform show -json`,
  )
  return null
}

/** The policies of the organization in a plan or a state, each named by its address. */
export function policiesOfPlan({ root, source }: Found, report: Report): Found[] {
  const states = ['planned_values', 'values'].map((name) => source.child(root, name))
  const prior = source.child(source.child(root, 'prior_state'), 'values')
  const resources = [...states, prior].flatMap((values) =>
    resourcesIn(source.child(values, 'root_module'), source),
  )
  const candidates = new Map<string, Candidate>()
  for (const resource of resources) {
    const candidate = candidateOf(resource, source, report)
    // The planned values come before those of the prior state.
    if (candidate && !candidates.has(candidate.address)) candidates.set(candidate.address, candidate)
  }
  if (candidates.size === 0)
    report(
      root.at.value,
      'error',
      '',
      'This plan has no aws_organizations_policy with a known text, and its other policies are not judged.',
    )
  return [...candidates.values()].flatMap(({ address, type, text }) => {
    const inner = readInner(text, (offset, level, field, message) =>
      report(offset, level, field, () => `${address}: ${typeof message === 'string' ? message : message()}`),
    )
    if (!inner) return []
    const root = { ...inner.root, field: '' }
    const lines = sourceOf(() => source.lineOf(text.at.value))
    return { name: address, type, root, source: lines, text: String(text.value) }
  })
}
