// Where the parts of a document stand in the text that it was read from.
import type { Place, Places } from './json.ts'

/** A value of a document, with its field, such as `Statement[0].Effect`, and its offsets in the text. */
export interface Cursor {
  value: unknown
  field: string
  at: Place
}

export interface Source {
  /** @returns the cursor of a part. Its value is undefined if there is none. */
  child(parent: Cursor, name: string | number): Cursor
  /** Null if the document was not read from a text. */
  lineOf(offset: number): number | null
}

const fieldOf = (field: string, name: string | number) => {
  if (typeof name === 'number') return `${field}[${name}]`
  if (!/^[\w-]+$/.test(name)) return `${field}[${JSON.stringify(name)}]`
  return field ? `${field}.${name}` : name
}

const valueIn = (value: unknown, name: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string | number, unknown>)[name]
    : undefined

/** @param places of the document. Left out: every part stands where the document does. */
export function sourceOf(lineOf: Source['lineOf'], places?: Places): Source {
  return {
    lineOf,
    child: (parent, name) => ({
      value: valueIn(parent.value, name),
      field: fieldOf(parent.field, name),
      at: places?.get(parent.value as object)?.get(name) ?? parent.at,
    }),
  }
}

/** @returns the items of a list, or the value itself in place of a list of one */
export const itemsOf = (cursor: Cursor, source: Source): Cursor[] =>
  Array.isArray(cursor.value) ? cursor.value.map((_, index) => source.child(cursor, index)) : [cursor]

/** @returns the parts of an object by name, or null if the value is no object */
export function partsOf(cursor: Cursor, source: Source): [name: string, part: Cursor][] | null {
  const { value } = cursor
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.keys(value)
    .map((name): [string, Cursor] => [name, source.child(cursor, name)])
    .filter(([, part]) => part.value !== undefined)
}
