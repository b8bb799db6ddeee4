import { expect, test } from 'vitest'
import type { FileNode } from './kit-file.ts'
import { kitFiles } from './kit-files.ts'
import { organization } from './organization.ts'

const code = (nodes: FileNode[]): string =>
  nodes.map((node) => `${node.path}\n${node.excerpt?.code ?? ''}\n${code(node.children ?? [])}`).join('\n')

test('every resource that the page draws is in the kit: its type, and its name', () => {
  const kit = code(kitFiles)
  const missing = organization.filter(
    ({ resource, id }) => !new RegExp(`\\b${resource}["'.\\[]`).test(kit) || !kit.includes(id),
  )
  expect(missing).toEqual([])
})

test('ids are unique and every parent exists', () => {
  const ids = organization.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(organization.filter(({ parent }) => parent !== null && !ids.includes(parent))).toEqual([])
})
