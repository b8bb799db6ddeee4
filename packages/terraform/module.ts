// What Terraform would say about a folder and values for its variables, without Terraform: which values it refuses,
// and how many resources its first apply adds. compile-module.ts makes the data from the files.
import { EvaluationError, type Expression, evaluate, type Scope, unknown, type Value } from './expression.ts'

interface Variable {
  /** Such as `map(object({ email = string }))`. */
  type: Expression
  default?: Expression
  /** Its `validation` blocks: the condition, and its author's words for a value that does not meet it. */
  checks: [condition: Expression, message: string][]
}

/** A folder of .tf files, reduced to what counts and validations need. */
export interface Module {
  variables: Record<string, Variable>
  locals: Record<string, Expression>
  /** By address, such as `aws_vpc.this`. A resource without `count` and `for_each` has one instance. */
  resources: Record<string, { count?: Expression; for_each?: Expression }>
  /** The modules that it calls, by name. */
  modules: Record<string, { folder: string; inputs: Record<string, Expression> }>
}

/** The folders by path. */
export type Modules = Record<string, Module>

/** The values of variables by name. */
export type Inputs = Record<string, Value>

/** An object whose values are computed when they are first read, because they refer to each other. */
function lazy(names: readonly string[], compute: (name: string) => Value): Value {
  const object = Object.create(null)
  for (const name of names)
    Object.defineProperty(object, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = compute(name)
        Object.defineProperty(object, name, { enumerable: true, value })
        return value
      },
    })
  return object
}

/** Converts a value to its variable's type: optional attributes get their defaults, and sets lose duplicates. */
function conform(type: Expression, value: Value): Value {
  if (value === null || value === unknown || !('call' in type)) return value
  const [inner = { is: null }] = type.with
  const fields = Object.entries(value)
  if (type.call === 'map')
    return Object.fromEntries(fields.map(([key, field]) => [key, conform(inner, field)]))
  if (type.call === 'object' && 'object' in inner)
    return Object.fromEntries(
      inner.object.map(([key, field]) => {
        const name = 'is' in key ? String(key.is) : ''
        const given = fields.find(([other]) => other === name)?.[1]
        if (!('call' in field && field.call === 'optional')) return [name, conform(field, given ?? null)]
        const [fieldType = { is: null }, fallback = { is: null }] = field.with
        return [name, conform(fieldType, given ?? evaluate(fallback, () => unknown))]
      }),
    )
  const elements = fields.map(([, element]) => conform(inner, element))
  return type.call === 'set'
    ? elements.filter((element, index) => elements.findIndex((other) => Object.is(other, element)) === index)
    : elements
}

/** Resolves the names in a folder's expressions. */
function scopeOf(module: Module, inputs: Inputs): Scope {
  const scope: Scope = (name): Value => {
    if (name === 'var') return variables
    if (name === 'local') return locals
    // Attributes of resources and data sources exist only after an apply.
    return resources[name] ?? unknown
  }
  const variables = lazy(Object.keys(module.variables), (name) => {
    const { type, default: fallback } = module.variables[name] as Variable
    // `in` would also find the properties that every object inherits.
    if (Object.hasOwn(inputs, name)) return conform(type, inputs[name] as Value)
    return fallback ? conform(type, evaluate(fallback, scope)) : unknown
  })
  const locals = lazy(Object.keys(module.locals), (name) =>
    evaluate(module.locals[name] as Expression, scope),
  )
  const byType = Object.groupBy(Object.keys(module.resources), (address) => address.split('.')[0] ?? '')
  const resources: Record<string, Value> = Object.fromEntries(
    Object.entries(byType).map(([type, addresses = []]) => [
      type,
      lazy(
        addresses.map((address) => address.slice(type.length + 1)),
        (name) => instancesOf(module.resources[`${type}.${name}`] ?? {}, scope),
      ),
    ]),
  )
  return scope
}

/** The instances of a resource: by key with `for_each`, as a list with `count`, or else a single one. */
function instancesOf({ count, for_each: each }: Module['resources'][string], scope: Scope): Value {
  if (count) {
    const number = evaluate(count, scope)
    if (typeof number !== 'number') throw new EvaluationError('count is not a number')
    return Array(number).fill(unknown)
  }
  if (!each) return unknown
  const collection = evaluate(each, scope)
  if (typeof collection !== 'object' || collection === null)
    throw new EvaluationError('for_each is neither a map nor a set')
  const keys = Array.isArray(collection) ? (collection as Value[]).map(String) : Object.keys(collection)
  return Object.fromEntries(keys.map((key) => [key, unknown]))
}

/**
 * Counts the instances that a folder's first apply adds, by address. Those of a called module begin with `module.<name>.`.
 * @throws EvaluationError if a count depends on an unknown value
 */
export function countInstances(modules: Modules, folder: string, inputs: Inputs): Record<string, number> {
  const module = modules[folder]
  if (!module) return {}
  const scope = scopeOf(module, inputs)
  const counts: Record<string, number> = {}
  for (const [address, resource] of Object.entries(module.resources)) {
    try {
      const instances = instancesOf(resource, scope)
      counts[address] = instances === unknown ? 1 : Object.keys(instances as object).length
    } catch (error) {
      throw new EvaluationError(`${folder}: ${address} cannot be counted: ${error}`)
    }
  }
  for (const [name, called] of Object.entries(module.modules)) {
    const given = Object.entries(called.inputs).map(([key, value]) => [key, evaluate(value, scope)])
    const inner = countInstances(modules, called.folder, Object.fromEntries(given))
    for (const [address, count] of Object.entries(inner)) counts[`module.${name}.${address}`] = count
  }
  return counts
}

/** The number of instances, or of those with this resource type or address. */
export const total = (counts: Record<string, number>, type?: string): number =>
  Object.entries(counts)
    .filter(([address]) => !type || `${address.replace(/^module\.\w+\./, '')}.`.startsWith(`${type}.`))
    .reduce((sum, [, count]) => sum + count, 0)

/** The value of a folder's `local.<name>`. @throws EvaluationError if it depends on an unknown value */
export const localOf = (module: Module, inputs: Inputs, name: string): Value =>
  evaluate({ of: { name: 'local' }, key: { is: name } }, scopeOf(module, inputs))

/** A variable's default. Null if it has none. */
export const defaultOf = (module: Module | undefined, variable: string): Value => {
  const value = module?.variables[variable]?.default
  return value ? evaluate(value, () => unknown) : null
}

/** The variables whose values a `validation` block refuses, with its error message. */
export function refusedValues(module: Module, inputs: Inputs): { variable: string; message: string }[] {
  const scope = scopeOf(module, inputs)
  const holds = (condition: Expression) => {
    try {
      return evaluate(condition, scope) === true
    } catch (error) {
      if (error instanceof EvaluationError) return false
      throw error
    }
  }
  return Object.entries(module.variables).flatMap(([variable, { checks }]) =>
    checks.filter(([condition]) => !holds(condition)).map(([, message]) => ({ variable, message })),
  )
}
