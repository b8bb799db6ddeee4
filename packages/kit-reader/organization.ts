// The organization of the kit's examples, as its files say it.
import { attributeOf, attributesIn, blocksIn, readHcl } from './hcl.ts'
import type { KitFile } from './read-kit.ts'

interface Account {
  name: string
  unit: string
}

const bodyOf = (files: readonly KitFile[], path: string) =>
  files.find((file) => file.path === path)?.hcl ?? []
/** The attributes of an object's expression, such as `{ a = 1 }`. */
const entriesOf = (expression = '{}') => attributesIn(readHcl(expression.trim().slice(1, -1)))
const namesIn = (expression: string) => [...expression.matchAll(/"([\w-]+)"/g)].map(([, name = '']) => name)

/** The accounts of the example, in the order of its file. */
export function accountsOf(files: readonly KitFile[]): Account[] {
  const example = bodyOf(files, 'organization/terraform.tfvars.example')
  return entriesOf(attributeOf(example, 'accounts')?.expression).map(({ name, expression }) => ({
    name,
    unit: /\bunit\s*=\s*"(\w+)"/.exec(expression)?.[1] ?? '',
  }))
}

/** Names of service control policies by target: `root` or a unit. */
export interface Attachments {
  always: Record<string, string[]>
  /** Those that depend on a value are included. */
  possible: Record<string, string[]>
}

/** Reads `local.attachments`. */
export function attachmentsOf(files: readonly KitFile[]): Attachments {
  const body = bodyOf(files, 'organization/service-control-policies.tf')
  const attributes = blocksIn(body, 'locals').map((block) => attributeOf(block.body, 'attachments'))
  const targets = entriesOf(attributes.find((attribute) => attribute)?.expression)
  const read = (expressionOf: (expression: string) => string) =>
    Object.fromEntries(targets.map(({ name, expression }) => [name, namesIn(expressionOf(expression))]))
  return {
    always: read((expression) => expression.replace(/\?\s*\[[^\]]*\]/g, '')),
    possible: read((expression) => expression),
  }
}
