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

/** The attribute of each resource that holds a policy, and the policy's type. */
const attributes: Record<string, [attribute: string, type: PolicyType | null]> = {
  aws_organizations_policy: ['content', null],
  aws_iam_policy: ['policy', 'identity'],
  aws_iam_role_policy: ['policy', 'identity'],
  aws_iam_user_policy: ['policy', 'identity'],
  aws_iam_group_policy: ['policy', 'identity'],
  aws_ssoadmin_permission_set_inline_policy: ['inline_policy', 'identity'],
}
const organizationTypes: Record<string, PolicyType> = {
  SERVICE_CONTROL_POLICY: 'scp',
  RESOURCE_CONTROL_POLICY: 'rcp',
}
const isOfOrganization = (type: PolicyType) => type === 'scp' || type === 'rcp'

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
  isData: boolean
}

/** @returns what a resource holds, or null if it is no policy of the wanted type */
function candidateOf(resource: Cursor, wanted: PolicyType, source: Source, report: Report): Candidate | null {
  const { address, type: kind } = fieldsOf(resource.value)
  const values = source.child(resource, 'values')
  if (kind === 'aws_iam_policy_document') {
    const text = source.child(values, 'json')
    return typeof text.value === 'string'
      ? { address: String(address), type: wanted, text, isData: true }
      : null
  }
  const [attribute, fixed] = attributes[String(kind)] ?? []
  if (attribute === undefined) return null
  // Terraform's default of `type` is SERVICE_CONTROL_POLICY.
  const type = fixed ?? organizationTypes[String(fieldsOf(values.value).type ?? 'SERVICE_CONTROL_POLICY')]
  if (!type || isOfOrganization(type) !== isOfOrganization(wanted)) return null
  const text = source.child(values, attribute)
  if (typeof text.value === 'string')
    return { address: String(address), type: isOfOrganization(type) ? type : wanted, text, isData: false }
  report(
    values.at.value,
    'warning',
    String(address),
    `The ${attribute} of ${address} is known only after the apply, so it is left out. Give the JSON of the state, too: terraform show -json`,
  )
  return null
}

/** @param plan a plan or a state. Its type says which policies are wanted: the organization's, or those of IAM. */
export function policiesOfPlan(plan: Found, report: Report): Found[] {
  const { root, source, type } = plan
  const states = ['planned_values', 'values'].map((name) => source.child(root, name))
  const prior = source.child(source.child(root, 'prior_state'), 'values')
  const resources = [...states, prior].flatMap((values) =>
    resourcesIn(source.child(values, 'root_module'), source),
  )
  const candidates = new Map<string, Candidate>()
  for (const resource of resources) {
    const candidate = candidateOf(resource, type, source, report)
    // The planned values come before those of the prior state.
    if (candidate && !candidates.has(candidate.address)) candidates.set(candidate.address, candidate)
  }
  const found = [...candidates.values()].flatMap(({ address, type, text, isData }) => {
    const inner = readInner(text, report)
    if (!inner) return []
    const root = { ...inner.root, field: '' }
    return { name: address, type, root, source: sourceOf(() => source.lineOf(text.at.value)), isData }
  })
  // A data source is usually what a resource is made of.
  const held = new Set(found.filter(({ isData }) => !isData).map(({ root }) => JSON.stringify(root.value)))
  const kept = found.filter(({ root, isData }) => !isData || !held.has(JSON.stringify(root.value)))
  if (candidates.size === 0)
    report(root.at.value, 'error', '', `This plan has no policy of the type ${type} with a known text.`)
  return kept
}
