// Evaluates expressions of Terraform's language, so that the pages and the checks ask the kit itself: how many resources it
// adds, which values it refuses, which addresses it plans. compile-expression.ts makes the data that this file evaluates.

/** What exists only after an apply, such as the id of an account. */
export const unknown = Symbol('known after apply')

export type Value =
  | string
  | number
  | boolean
  | null
  | typeof unknown
  | readonly Value[]
  | { readonly [key: string]: Value }

/** A compiled expression. It is JSON, so that a page can load it. Its short names keep that page small. */
export type Expression =
  | { is: string | number | boolean | null }
  | { list: Expression[] }
  | { object: [key: Expression, value: Expression][] }
  /** Strings are joined. */
  | { join: Expression[] }
  /** A name: `var`, `local`, `each`, the type of a resource, or what `for` binds. */
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

/** Terraform would refuse the expression with these values. `try` and `can` catch it. */
export class EvaluationError extends Error {}

/** Finds a name that no `for` binds. */
export type Scope = (name: string) => Value

type Fields = { readonly [key: string]: Value }
const isObject = (value: Value): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fail = (message: string): never => {
  throw new EvaluationError(message)
}
const list = (value: Value | undefined): readonly Value[] =>
  Array.isArray(value) ? value : isObject(value ?? null) ? Object.values(value as Fields) : fail('is no list')
const object = (value: Value | undefined): Fields =>
  isObject(value ?? null) ? (value as Fields) : fail('is no map')
const text = (value: Value | undefined): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : fail('is no text')

/** Terraform converts a text to a number wherever it expects one. */
const number = (value: Value | undefined): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
      ? Number(value)
      : fail('is no number')

const equal = (a: Value | undefined, b: Value | undefined) => JSON.stringify(a) === JSON.stringify(b)
const distinct = (values: readonly Value[]) =>
  values.filter((value, index) => values.findIndex((other) => equal(other, value)) === index)
const flat = (values: readonly Value[]): Value[] =>
  values.flatMap((one) => (Array.isArray(one) ? flat(one) : [one]))
const entries = (value: Value): [key: Value, value: Value][] =>
  Array.isArray(value)
    ? value.map((one, index) => [index, one])
    : Object.entries(object(value)).sort(([a], [b]) => (a < b ? -1 : 1))

/** Objects have no prototype, so a key such as `constructor` is only a key. */
const toObject = (pairs: Iterable<readonly [string, Value]>): Fields => {
  const made: Record<string, Value> = Object.create(null)
  for (const [key, value] of pairs) made[key] = value
  return made
}

function bitsOf(range: string): { first: number; bits: number } {
  const found = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\/(\d+)$/.exec(range)
  const parts = (found?.slice(1, 5) ?? []).map(Number)
  const bits = Number(found?.[5] ?? 33)
  if (bits > 32 || parts.some((part) => part > 255)) return fail(`${range} is no range of IPv4 addresses`)
  const address = parts.reduce((sum, part) => sum * 256 + part, 0)
  const size = 2 ** (32 - bits)
  return { first: Math.floor(address / size) * size, bits }
}

/** The first and the last address of a range, as numbers. @throws EvaluationError if it is none */
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

/** Terraform's functions, as far as the kit's counts, validations and addresses use them. */
const functions: Record<string, (...args: Value[]) => Value> = {
  alltrue: (values) => list(values).every((value) => value === true),
  cidrnetmask: (range) => address(2 ** 32 - 2 ** (32 - bitsOf(text(range)).bits)),
  cidrsubnet: (range, newBits, part) => cidrsubnet(text(range), number(newBits), number(part)),
  concat: (...lists) => lists.flatMap(list),
  contains: (values, value) => list(values).some((one) => equal(one, value)),
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
    sets.reduce<Value[][]>((rows, set) => rows.flatMap((row) => list(set).map((one) => [...row, one])), [[]]),
  setsubtract: (from, without) =>
    distinct(list(from).filter((value) => !list(without).some((one) => equal(one, value)))),
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

function get(of: Value, key: Value): Value {
  if (of === unknown || key === unknown) return unknown
  const found =
    Array.isArray(of) && typeof key === 'number'
      ? of[key]
      : isObject(of) && Object.hasOwn(of, text(key))
        ? of[text(key)]
        : undefined
  return found === undefined ? fail(`${String(key)} does not exist`) : found
}

/** @throws EvaluationError if Terraform would refuse it, or if it needs to know what only an apply can know */
export function evaluate(expression: Expression, scope: Scope): Value {
  const run = (one: Expression) => evaluate(one, scope)
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
    const of = run(expression.of)
    if (of === unknown) return unknown
    const all = Array.isArray(of) ? of : of === null ? [] : [of]
    return all.map((one) => expression.each.reduce(get, one))
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
  run: (one: Expression) => Value,
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
  const found = functions[name] ?? fail(`the function ${name} is missing in packages/terraform/expression.ts`)
  return args.includes(unknown) ? unknown : found(...args)
}

function evaluateFor(one: Extract<Expression, { for: [string, string] }>, scope: Scope): Value {
  const [keyName, valueName] = one.for
  const rows = entries(evaluate(one.in, scope)).flatMap(([key, value]): [string, Value][] => {
    const inner: Scope = (name) => (name === keyName ? key : name === valueName ? value : scope(name))
    if (one.when && !isTrue(evaluate(one.when, inner))) return []
    return [[one.key ? text(evaluate(one.key, inner)) : '', evaluate(one.value, inner)]]
  })
  return one.key ? toObject(rows) : rows.map(([, value]) => value)
}
