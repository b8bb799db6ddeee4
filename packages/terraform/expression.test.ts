import { expect, test } from 'vitest'
import { compileExpression } from './compile-expression.ts'
import { EvaluationError, evaluate, type Scope, unknown, type Value } from './expression.ts'

const values: Record<string, Value> = {
  map: { b: 1, a: 2 },
  list: ['x', 'y'],
  nothing: null,
  after: { apply: unknown },
}
const scope: Scope = (name) => values[name] ?? null

// What Terraform's own console answers.
const answers: [expression: string, value: Value][] = [
  ['{ b = 1, "a b" = 2, (list[0]) = 3 }', { b: 1, 'a b': 2, x: 3 }],
  ['merge([for k, v in map : { for x in list : "${k}/${x}" => v if x != "y" }]...)', { 'a/x': 2, 'b/x': 1 }],
  ['nothing == null ? 0 : 1', 0],
  ['!(1 < 2) || 3 >= 3 && -1 == 1 - 2', true],
  ['[for one in list : one if one != "x"]', ['y']],
  ['[for key, one in list : key]', [0, 1]],
  ['list[*]', ['x', 'y']],
  ['[{ a = { b = 1 } }][*].a.b', [1]],
  ['nothing[*].id', []],
  ['try(list[4], map["c"], "neither")', 'neither'],
  ['can(tonumber("ten"))', false],
  ['tonumber("10") + 1', 11],
  ['can(regex("^[a-z]$", "A"))', false],
  ['cidrsubnet("10.64.0.0/12", 4, 3)', '10.67.0.0/16'],
  ['cidrnetmask("10.0.0.0/9")', '255.128.0.0'],
  ['can(cidrnetmask("10.0.0.256/9"))', false],
  ['can(cidrsubnet("10.0.0.0/30", 3, 0))', false],
  [
    'setproduct(["a", "b"], list)',
    [
      ['a', 'x'],
      ['a', 'y'],
      ['b', 'x'],
      ['b', 'y'],
    ],
  ],
  ['keys(map)', ['a', 'b']],
  ['values(map)', [2, 1]],
  ['distinct(concat(list, ["x"]))', ['x', 'y']],
  ['flatten([[1, [2]], 3])', [1, 2, 3]],
  ['slice(list, 0, 1)', ['x']],
  ['"a\\"$${x}\\n"', 'a"${x}\n'],
  ['one([])', null],
  ['length("äöü")', 3],
]
test.each(answers)('%s', async (expression, value) => {
  expect(evaluate(await compileExpression(expression), scope)).toEqual(value)
})

test('a key of an object is no property that every object has', async () => {
  for (const name of ['constructor', '__proto__', 'toString'])
    expect(evaluate(await compileExpression(`can(map.${name})`), scope)).toBe(false)
})

test('what only an apply can know stays unknown, and no condition takes it for an answer', async () => {
  expect(evaluate(await compileExpression('"${after.apply}-x"'), scope)).toBe(unknown)
  expect(evaluate(await compileExpression('lower(after.apply)'), scope)).toBe(unknown)
  const condition = await compileExpression('after.apply ? 1 : 2')
  expect(() => evaluate(condition, scope)).toThrow(EvaluationError)
})
