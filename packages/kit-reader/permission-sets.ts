// The permission sets of Identity Center and the access matrix, from the files of the kit.

import { accessFile } from './assignment.ts'
import { attributeOf, attributesIn, blocksIn, readHcl } from './hcl.ts'
import type { KitFile } from './read-kit.ts'

export interface PermissionSet {
  /** Names of AWS managed policies, without the path `job-function/`. */
  managed: string[]
  /** A JSON file in the folder of the permission sets. */
  inline: string | null
  /** Whether the permission boundary of the baseline applies. */
  bounded: boolean
}

/** What a group may enter: the rows of the access matrix. */
export interface GroupAccess {
  /** The row as the file has it. */
  text: string
  /** Names of permission sets by account. */
  accounts: Record<string, string[]>
}

const bodyOf = (files: KitFile[], path: string) => files.find((file) => file.path === path)?.hcl ?? []
/** The attributes of an object's expression, such as `{ a = 1 }`. */
const entriesOf = (expression: string | undefined) =>
  attributesIn(readHcl((expression ?? '{}').trim().slice(1, -1)))
const namesIn = (expression: string | undefined) =>
  [...(expression ?? '').matchAll(/"([\w/-]+)"/g)].map(([, name = '']) => name)

/** The default of `var.permission_sets`, by name. */
export function permissionSetsOf(files: KitFile[]): Record<string, PermissionSet> {
  const variable = blocksIn(bodyOf(files, 'iam-identity-center/variables.tf'), 'variable').find(
    ({ labels }) => labels[0] === 'permission_sets',
  )
  const sets = entriesOf(variable && attributeOf(variable.body, 'default')?.expression)
  return Object.fromEntries(
    sets.map(({ name, expression }) => {
      // The parts of a set stand in one line, with commas between them.
      const part = (key: string) =>
        new RegExp(`\\b${key}\\s*=\\s*(\\[[^\\]]*\\]|"[^"]*"|\\w+)`).exec(expression)?.[1]
      const managed = namesIn(part('managed')).map((policy) => policy.replace(/^.*\//, ''))
      const inline = part('inline')?.replaceAll('"', '') ?? null
      return [name, { managed, inline, bounded: part('bounded') === 'true' }]
    }),
  )
}

/** The access matrix of the example, by group. */
export function accessOf(files: KitFile[]): Record<string, GroupAccess> {
  const groups = entriesOf(attributeOf(bodyOf(files, accessFile), 'access')?.expression)
  return Object.fromEntries(
    groups.map(({ name, expression }) => {
      const accounts = entriesOf(expression).map((entry) => [entry.name, namesIn(entry.expression)])
      const text = `${name} = ${expression.replaceAll(/^ {2}/gm, '')}`
      return [name, { text, accounts: Object.fromEntries(accounts) }]
    }),
  )
}
