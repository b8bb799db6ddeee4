// What AWS's Service Authorization Reference says: services, actions, their resource types, and the actions that they need beside
// their own. extract-names.mjs writes it. In browsers, `#aws` is a part of it: an action that is not in it is unknown.
import data from '#aws' with { type: 'json' }

interface Service {
  /** `name=format`. The format is that of an ARN: `@P`, `@R` and `@A` are partition, region and account, and `*` names the resource. */
  types: string[]
  keys: string[]
  /**
   * The names of actions, by their resource types: numbers in `types`, each with `!` if every request has the type, `+` if a request
   * can tag it, and in parentheses the numbers of the keys that not all types of the action have.
   */
  actions: Record<string, string>
  /** Actions by a dependent action that they need. */
  needs: Record<string, string>
}
const services: Readonly<Record<string, Service>> = data.services
export const { source, date, keys: conditionKeys } = data

/** The prefixes of all actions, such as `s3` in `s3:GetObject`. */
export const servicePrefixes: ReadonlySet<string> = new Set(Object.keys(services))

/**
 * The prefixes of the services that resource control policies apply to ("List of AWS services that support RCPs",
 * https://docs.aws.amazon.com/organizations/latest/userguide/orgs_manage_policies_rcps.html).
 */
export const rcpServices: ReadonlySet<string> = new Set(data.rcpServices)

const serviceOf = (prefix: string): Service | undefined =>
  Object.hasOwn(services, prefix) ? services[prefix] : undefined

/** The names of a service's actions, without the prefix. */
export const actionsOf = (prefix: string): string[] =>
  Object.values(serviceOf(prefix)?.actions ?? {}).flatMap((names) => names.split(' '))

export interface ResourceType {
  name: string
  /** Its ARN. Null: AWS does not say. */
  format: string | null
  /** Every request has one. */
  isRequired: boolean
  /** The request can tag it, so it makes the resource. */
  isMade: boolean
  /** Condition keys, in lower case, that this type has and not all types of the action have. */
  ownKeys: ReadonlySet<string>
}
export interface ActionTypes {
  /** Empty: the action has no resource but `*`. */
  types: readonly ResourceType[]
  /** Keys that some of the types have. */
  partialKeys: ReadonlySet<string>
}

/** Remembers what was found for a text. */
export function remembered<T>(
  find: (text: string) => T,
  most = Number.POSITIVE_INFINITY,
): (text: string) => T {
  const before = new Map<string, T>()
  return (text) => {
    const known = before.get(text)
    if (known !== undefined || before.has(text)) return known as T
    const found = find(text)
    if (before.size < most) before.set(text, found)
    return found
  }
}

const split = (text: string, prefix: string): { name: string; format: string | null } => {
  const at = text.indexOf('=')
  const format = text.slice(at + 1)
  return {
    name: text.slice(0, at),
    format: format === '?' ? null : format.startsWith(':') ? `arn:@P:${prefix}:@R:@A${format}` : format,
  }
}

/** The names and formats of the types of a service. */
export const typesIn = remembered((prefix) =>
  (serviceOf(prefix)?.types ?? []).map((text) => split(text, prefix)),
)

const signatures = remembered(
  (prefix) =>
    new Map(
      Object.entries(serviceOf(prefix)?.actions ?? {}).flatMap(([signature, names]) =>
        names.split(' ').map((name): [string, string] => [name.toLowerCase(), signature]),
      ),
    ),
)

/** @returns null for an action that is not in the reference, or not in the part of it that browsers get */
export const typesOf: (action: string) => ActionTypes | null = remembered((action) => {
  const [prefix = '', name = ''] = action.split(':')
  const service = serviceOf(prefix)
  const signature = signatures(prefix).get(name.toLowerCase())
  if (signature === undefined || !service) return null
  const types = (signature === '' ? [] : signature.split(',')).map((part): ResourceType => {
    const [, number, required, made, own = ''] = /^(\d+)(!?)(\+?)(?:\(([\d ]*)\))?$/.exec(part) ?? []
    return {
      ...split(service.types[Number(number)] ?? '', prefix),
      isRequired: required === '!',
      isMade: made === '+',
      ownKeys: new Set(
        own.split(' ').flatMap((key) => (key === '' ? [] : (service.keys[Number(key)]?.toLowerCase() ?? []))),
      ),
    }
  })
  return { types, partialKeys: new Set(types.flatMap(({ ownKeys }) => [...ownKeys])) }
})

/** Whole services of the part of the reference that browsers get. In the whole reference, all are. */
const whole: ReadonlySet<string> | null = 'whole' in data ? new Set(data.whole as string[]) : null

/** Whether AWS has the action, or may have: not all are known in browsers. */
export const isAction: (action: string) => boolean = (action) => {
  const [prefix = ''] = action.split(':')
  return !servicePrefixes.has(prefix) || whole?.has(prefix) === false || typesOf(action) !== null
}

const needs = remembered((prefix) => {
  const byAction = new Map<string, string[]>()
  for (const [needed, names] of Object.entries(serviceOf(prefix)?.needs ?? {}))
    for (const name of names.split(' ')) byAction.set(name, [...(byAction.get(name) ?? []), needed])
  return byAction
})

/** Whether AWS lists an action as a dependent one of some actions of a service. Then it does for all of them. */
export const isListedIn = (prefix: string, needed: string): boolean =>
  Object.hasOwn(serviceOf(prefix)?.needs ?? {}, needed)

/** The dependent actions that AWS lists for an action: iam:PassRole, and those of the same service. */
export const neededBy: (action: string) => readonly string[] = remembered((action) => {
  const [prefix = '', name = ''] = action.split(':')
  return needs(prefix).get(name) ?? []
})
