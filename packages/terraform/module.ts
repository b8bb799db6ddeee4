// What Terraform would say about a folder of the kit and values for its variables, without Terraform: which values it refuses,
// and how many resources its first apply adds. packages/terraform/compile-module.ts makes the data from the files.
import { EvaluationError, type Expression, evaluate, type Scope, unknown, type Value } from './expression.ts'

interface Variable {
  /** Such as `map(object({ email = string }))`. */
  type: Expression
  default?: Expression
  /** Its `validation` blocks: the condition, and the kit's words for a value that does not meet it. */
  checks: [condition: Expression, message: string][]
}

/** A folder with .tf files. It holds only what counts and validations need. */
export interface Module {
  variables: Record<string, Variable>
  locals: Record<string, Expression>
  /** By address, such as `aws_vpc.this`. An empty one is made once. */
  resources: Record<string, { count?: Expression; for_each?: Expression }>
  /** Other folders that it calls, by name. */
  modules: Record<string, { folder: string; inputs: Record<string, Expression> }>
}

/** The folders of the kit by path. */
export type Modules = Record<string, Module>

/** Values of variables by name. */
export type Inputs = Record<string, Value>

/** Makes the values of an object when they are first read, because most refer to others. */
function lazy(names: readonly string[], make: (name: string) => Value): Value {
  const made = Object.create(null)
  for (const name of names)
    Object.defineProperty(made, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = make(name)
        Object.defineProperty(made, name, { enumerable: true, value })
        return value
      },
    })
  return made
}

/** Converts a value to the type of its variable, as Terraform does: attributes get their defaults, and a set has no element twice. */
function conform(type: Expression, value: Value): Value {
  if (value === null || value === unknown || !('call' in type)) return value
  const [inner = { is: null }] = type.with
  const fields = Object.entries(value)
  if (type.call === 'map') return Object.fromEntries(fields.map(([key, one]) => [key, conform(inner, one)]))
  if (type.call === 'object' && 'object' in inner)
    return Object.fromEntries(
      inner.object.map(([key, field]) => {
        const name = 'is' in key ? String(key.is) : ''
        const given = fields.find(([other]) => other === name)?.[1]
        if (!('call' in field && field.call === 'optional')) return [name, conform(field, given ?? null)]
        const [kind = { is: null }, otherwise = { is: null }] = field.with
        return [name, conform(kind, given ?? evaluate(otherwise, () => unknown))]
      }),
    )
  const elements = fields.map(([, one]) => conform(inner, one))
  return type.call === 'set'
    ? elements.filter((one, index) => elements.findIndex((other) => Object.is(other, one)) === index)
    : elements
}

/** The names that the expressions of a folder may use. */
function scopeOf(module: Module, inputs: Inputs): Scope {
  const scope: Scope = (name): Value => {
    if (name === 'var') return variables
    if (name === 'local') return locals
    // The values of resources and of data sources exist after an apply.
    return resources[name] ?? unknown
  }
  const variables = lazy(Object.keys(module.variables), (name) => {
    const { type, default: otherwise } = module.variables[name] as Variable
    // An account may be named as a property that every object has.
    if (Object.hasOwn(inputs, name)) return conform(type, inputs[name] as Value)
    return otherwise ? conform(type, evaluate(otherwise, scope)) : unknown
  })
  const locals = lazy(Object.keys(module.locals), (name) =>
    evaluate(module.locals[name] as Expression, scope),
  )
  const ofType = Object.groupBy(Object.keys(module.resources), (address) => address.split('.')[0] ?? '')
  const resources: Record<string, Value> = Object.fromEntries(
    Object.entries(ofType).map(([type, addresses = []]) => [
      type,
      lazy(
        addresses.map((address) => address.slice(type.length + 1)),
        (name) => instancesOf(module.resources[`${type}.${name}`] ?? {}, scope),
      ),
    ]),
  )
  return scope
}

/** The instances of a resource, by the keys of `for_each`, in a list by `count`, or the only one. */
function instancesOf({ count, for_each: each }: Module['resources'][string], scope: Scope): Value {
  if (count) {
    const number = evaluate(count, scope)
    if (typeof number !== 'number') throw new EvaluationError('count is no number')
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
 * Counts the instances that the first apply of a folder adds, by address. `module.api.` precedes those of another folder.
 * @throws EvaluationError if only Terraform can count them
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

/** Adds up the instances: all, or those of one type of resource or of one address. */
export const total = (counts: Record<string, number>, type?: string): number =>
  Object.entries(counts)
    .filter(([address]) => !type || `${address.replace(/^module\.\w+\./, '')}.`.startsWith(`${type}.`))
    .reduce((sum, [, count]) => sum + count, 0)

/** The value of `local.<name>` of a folder. @throws EvaluationError if it depends on what only an apply can know */
export const localOf = (module: Module, inputs: Inputs, name: string): Value =>
  evaluate({ of: { name: 'local' }, key: { is: name } }, scopeOf(module, inputs))

/** The default of a variable. Null if it has none. */
export const defaultOf = (module: Module | undefined, variable: string): Value => {
  const value = module?.variables[variable]?.default
  return value ? evaluate(value, () => unknown) : null
}

/** The values that the folder's own `validation` blocks refuse, with their words. */
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
