import { expect, test } from 'vitest'
import type { FileNode } from './kit-file.ts'
import { kitFiles } from './kit-files.ts'
import { organization, type Resource } from './organization.ts'

const code = (nodes: FileNode[]): string =>
  nodes.map((node) => `${node.path}\n${node.excerpt?.code ?? ''}\n${code(node.children ?? [])}`).join('\n')

/** How the kit's files name a resource of each type where they make it. */
const made: Record<Resource['resource'], (id: string) => string> = {
  aws_organizations_organization: (id) => `resource "aws_organizations_organization" "${id}"`,
  aws_organizations_organizational_unit: (id) => `unit = "${id}"`,
  aws_organizations_account: (id) => `^ +${id} += \\{ email`,
  aws_organizations_policy: (id) => `scp-${id}\\.json|\\["deny-leave".*"${id}"`,
  aws_ssoadmin_permission_set: (id) => `^ +${id} += \\{ hours`,
}

test('every resource that the page draws is in the kit: its type, and its name where the kit makes it', () => {
  const kit = code(kitFiles)
  const missing = organization.filter(
    ({ resource, id }) =>
      !new RegExp(`\\b${resource}[".]`).test(kit) || !new RegExp(made[resource](id), 'm').test(kit),
  )
  expect(missing).toEqual([])
})

test('ids are unique and every parent exists', () => {
  const ids = organization.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(organization.filter(({ parent }) => parent !== null && !ids.includes(parent))).toEqual([])
})
