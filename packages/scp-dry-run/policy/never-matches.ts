// Statements that AWS accepts, and that can never match, or match always.
import { operatorOf } from './operators.ts'
import type { Statement } from './policy.ts'
import type { Report } from './problems.ts'
import { type Cursor, itemsOf, partsOf, type Source } from './source.ts'

/** Warns about empty lists, wildcards that are compared as they are, and conditions that exclude each other. */
export function checkMatches(cursor: Cursor, statement: Statement, source: Source, report: Report): void {
  for (const element of ['Action', 'Resource']) {
    const list = source.child(cursor, element)
    if (Array.isArray(list.value) && list.value.length === 0)
      report(
        list.at.value,
        'warning',
        list.field,
        `This list is empty, so the statement never matches. Name one ${element.toLowerCase()}, or remove the statement.`,
      )
  }
  for (const [name, tests] of partsOf(source.child(cursor, 'Condition'), source) ?? []) {
    const operator = operatorOf(name)
    if (!operator || operator === 'Null' || !/^(\w+:)?String(Not)?Equals/.test(operator.name)) continue
    // AddPermission takes "*" as the principal, and this finds it.
    for (const [key, values] of partsOf(tests, source) ?? [])
      for (const item of itemsOf(values, source))
        if (item.value !== '*' || !/^lambda:Principal$/i.test(key))
          if (typeof item.value === 'string' && /[*?]/.test(item.value.replace(/\$\{[*?]\}/g, ''))) {
            const like = operator.name.replace(/Equals(IgnoreCase)?/, 'Like')
            report(
              item.at.value,
              'warning',
              item.field,
              `${operator.name} compares * and ? as they are. For wildcards, write ${like}.`,
            )
          }
  }
  const absent = new Map(
    statement.conditions
      .filter(({ operator, wanted }) => operator === 'Null' && wanted.every((text) => /^true$/i.test(text)))
      .map(({ key }) => [key.toLowerCase(), key]),
  )
  for (const { operator, key } of statement.conditions) {
    const needsValue = !/IfExists$|Not|^ForAllValues:|^Null$/.test(operator)
    if (needsValue && absent.has(key.toLowerCase())) {
      const condition = source.child(cursor, 'Condition')
      report(
        condition.at.value,
        'warning',
        condition.field,
        `This never matches: Null says that ${key} is absent, and ${operator} asks for its value. Remove one.`,
      )
    }
  }
}
