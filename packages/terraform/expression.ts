// Evaluates expressions of Terraform's language, so that whoever has the files can ask them: how many resources it
// adds, which values it refuses, which addresses it plans. compile-expression.ts makes the data that this file evaluates.

/** A value that exists only after an apply, such as an account's id. */
export const unknown = Symbol('known after apply')

export type Value =
  | string
  | number
  | boolean
  | null
  | typeof unknown
  | readonly Value[]
  | { readonly [key: string]: Value }

/** A compiled expression, as JSON for the browser. Short names keep the page small. */
export type Expression =
  | { is: string | number | boolean | null }
  | { list: Expression[] }
  | { object: [key: Expression, value: Expression][] }
  /** A template: its parts are joined. */
  | { join: Expression[] }
  /** A root name: `var`, `local`, `each`, a resource type, or a variable of `for`. */
  | { name: string }
  /** An attribute or an index. */
  | { of: Expression; key: Expression }
  /** `of[*].a.b` */
  | { of: Expression; each: string[] }
  | { call: string; with: Expression[]; spread?: true }
  | { if: Expression; yes: Expression; no: Expression }
  | { op: string; left: Expression; right: Expression }
  | { op: string; value: Expression }
  | {
      for: [key: string, value: string]
      in: Expression
      key?: Expression
      value: Expression
      when?: Expression
    }

/** Terraform would reject the expression with these values. `try` and `can` catch the error. */
export class EvaluationError extends Error {}

/** Resolves a root name. */
export type Scope = (name: string) => Value

type Fields = { readonly [key: string]: Value }
const isObject = (value: Value): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fail = (message: string): never => {
  throw new EvaluationError(message)
}
const list = (value: Value | undefined): readonly Value[] =>
  Array.isArray(value)
    ? value
    : isObject(value ?? null)
      ? Object.values(value as Fields)
      : fail('is not a list')
const object = (value: Value | undefined): Fields =>
  isObject(value ?? null) ? (value as Fields) : fail('is not a map')
const text = (value: Value | undefined): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : fail('is not a string')

/** Terraform converts a string to a number where it expects a number. */
const number = (value: Value | undefined): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
      ? Number(value)
      : fail('is not a number')

const equal = (a: Value | undefined, b: Value | undefined) => JSON.stringify(a) === JSON.stringify(b)
const distinct = (values: readonly Value[]) =>
  values.filter((value, index) => values.findIndex((other) => equal(other, value)) === index)
const flat = (values: readonly Value[]): Value[] =>
  values.flatMap((value) => (Array.isArray(value) ? flat(value) : [value]))
const entries = (value: Value): [key: Value, value: Value][] =>
  Array.isArray(value)
    ? value.map((element, index) => [index, element])
    : Object.entries(object(value)).sort(([a], [b]) => (a < b ? -1 : 1))

/** Makes an object without a prototype, because a key may be named `constructor`. */
const toObject = (pairs: Iterable<readonly [string, Value]>): Fields => {
  const object: Record<string, Value> = Object.create(null)
  for (const [key, value] of pairs) object[key] = value
  return object
}

function bitsOf(range: string): { first: number; bits: number } {
  const match = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\/(\d+)$/.exec(range)
  const parts = (match?.slice(1, 5) ?? []).map(Number)
  const bits = Number(match?.[5] ?? 33)
  if (bits > 32 || parts.some((part) => part > 255)) return fail(`${range} is not a range of IPv4 addresses`)
  const address = parts.reduce((sum, part) => sum * 256 + part, 0)
  const size = 2 ** (32 - bits)
  return { first: Math.floor(address / size) * size, bits }
}

/** The first and the last address of a CIDR range, as numbers. @throws EvaluationError if the range is invalid */
export function rangeOf(range: string): { first: number; last: number } {
  const { first, bits } = bitsOf(range)
  return { first, last: first + 2 ** (32 - bits) - 1 }
}

const address = (first: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join('.')

function cidrsubnet(range: string, newBits: number, part: number): string {
  const { first, bits } = bitsOf(range)
  if (bits + newBits > 32 || part >= 2 ** newBits) fail(`${range} has no part ${part} of /${bits + newBits}`)
  return `${address(first + part * 2 ** (32 - bits - newBits))}/${bits + newBits}`
}

/** Terraform's functions that counts, validations and address plans need. */
const functions: Record<string, (...args: Value[]) => Value> = {
  alltrue: (values) => list(values).every((value) => value === true),
  cidrnetmask: (range) => address(2 ** 32 - 2 ** (32 - bitsOf(text(range)).bits)),
  cidrsubnet: (range, newBits, part) => cidrsubnet(text(range), number(newBits), number(part)),
  concat: (...lists) => lists.flatMap(list),
  contains: (values, value) => list(values).some((element) => equal(element, value)),
  distinct: (values) => distinct(list(values)),
  flatten: (values) => flat(list(values)),
  floor: (value) => Math.floor(number(value)),
  keys: (map) => Object.keys(object(map)).sort(),
  length: (value) => (typeof value === 'string' ? [...value] : list(value)).length,
  lower: (value) => text(value).toLowerCase(),
  merge: (...maps) => toObject(maps.flatMap((map) => Object.entries(object(map)))),
  one: (values) => (list(values).length > 1 ? fail('has several elements') : (list(values)[0] ?? null)),
  regex: (pattern, value) => new RegExp(text(pattern)).exec(text(value))?.[0] ?? fail('does not match'),
  setproduct: (...sets) =>
    sets.reduce<Value[][]>(
      (rows, set) => rows.flatMap((row) => list(set).map((element) => [...row, element])),
      [[]],
    ),
  setsubtract: (from, without) =>
    distinct(list(from).filter((value) => !list(without).some((removed) => equal(removed, value)))),
  setunion: (...sets) => distinct(sets.flatMap(list)),
  slice: (values, start, end) => list(values).slice(number(start), number(end)),
  split: (separator, value) => text(value).split(text(separator)),
  startswith: (value, start) => text(value).startsWith(text(start)),
  tonumber: (value) => number(value),
  toset: (values) => distinct(list(values)),
  values: (map) => entries(object(map)).map(([, value]) => value),
}

/** The functions that an expression may call. */
export const functionNames = [...Object.keys(functions), 'can', 'try']

const operators: Record<string, (left: Value, right: Value) => Value> = {
  equal,
  notEqual: (left, right) => !equal(left, right),
  greaterThan: (left, right) => number(left) > number(right),
  greaterThanOrEqual: (left, right) => number(left) >= number(right),
  lessThan: (left, right) => number(left) < number(right),
  lessThanOrEqual: (left, right) => number(left) <= number(right),
  add: (left, right) => number(left) + number(right),
  subtract: (left, right) => number(left) - number(right),
}

function get(parent: Value, key: Value): Value {
  if (parent === unknown || key === unknown) return unknown
  const value =
    Array.isArray(parent) && typeof key === 'number'
      ? parent[key]
      : isObject(parent) && Object.hasOwn(parent, text(key))
        ? parent[text(key)]
        : undefined
  return value === undefined ? fail(`${String(key)} does not exist`) : value
}

/** @throws EvaluationError if Terraform would reject the expression, or if it depends on an unknown value */
export function evaluate(expression: Expression, scope: Scope): Value {
  const run = (inner: Expression) => evaluate(inner, scope)
  if ('is' in expression) return expression.is
  if ('list' in expression) return expression.list.map(run)
  if ('object' in expression)
    return toObject(expression.object.map(([key, value]) => [text(run(key)), run(value)]))
  if ('join' in expression) {
    const parts = expression.join.map(run)
    return parts.includes(unknown) ? unknown : parts.map(text).join('')
  }
  if ('for' in expression) return evaluateFor(expression, scope)
  if ('name' in expression) return scope(expression.name)
  if ('each' in expression) {
    const parent = run(expression.of)
    if (parent === unknown) return unknown
    const elements = Array.isArray(parent) ? parent : parent === null ? [] : [parent]
    return elements.map((element) => expression.each.reduce(get, element))
  }
  if ('of' in expression) return get(run(expression.of), run(expression.key))
  if ('if' in expression) return run(isTrue(run(expression.if)) ? expression.yes : expression.no)
  if ('call' in expression) return call(expression, run)
  if ('left' in expression) {
    const { op, left, right } = expression
    if (op === 'logicalAnd') return isTrue(run(left)) && isTrue(run(right))
    if (op === 'logicalOr') return isTrue(run(left)) || isTrue(run(right))
    return (operators[op] ?? fail(`the operator ${op} is missing in packages/terraform/expression.ts`))(
      run(left),
      run(right),
    )
  }
  return expression.op === 'logicalNot' ? !isTrue(run(expression.value)) : -number(run(expression.value))
}

const isTrue = (value: Value): boolean =>
  typeof value === 'boolean' ? value : fail('is neither true nor false')

function call(
  { call: name, with: parts, spread }: Extract<Expression, { call: string }>,
  run: (inner: Expression) => Value,
): Value {
  if (name === 'can' || name === 'try') {
    for (const part of parts) {
      try {
        const value = run(part)
        return name === 'can' ? true : value
      } catch (error) {
        if (!(error instanceof EvaluationError)) throw error
      }
    }
    return name === 'can' ? false : fail('no value of try() is valid')
  }
  const values = parts.map(run)
  const args = spread ? [...values.slice(0, -1), ...list(values.at(-1))] : values
  const implementation =
    functions[name] ?? fail(`the function ${name} is missing in packages/terraform/expression.ts`)
  return args.includes(unknown) ? unknown : implementation(...args)
}

function evaluateFor(loop: Extract<Expression, { for: [string, string] }>, scope: Scope): Value {
  const [keyName, valueName] = loop.for
  const rows = entries(evaluate(loop.in, scope)).flatMap(([key, value]): [string, Value][] => {
    const inner: Scope = (name) => (name === keyName ? key : name === valueName ? value : scope(name))
    if (loop.when && !isTrue(evaluate(loop.when, inner))) return []
    return [[loop.key ? text(evaluate(loop.key, inner)) : '', evaluate(loop.value, inner)]]
  })
  return loop.key ? toObject(rows) : rows.map(([, value]) => value)
}
