import type { FileNode } from 'virtual:kit'
import { expect, test } from 'vitest'
import { outline, outlineRows, panelId } from './outline.ts'

const file = (path: string): FileNode => ({
  name: path.split('/').at(-1) ?? '',
  type: 'file',
  path,
  description: 'd',
  details: 'D',
})

test('an outline keeps names and nesting, from which the rows get their paths', () => {
  const nodes: FileNode[] = [
    { ...file('docs'), type: 'folder', children: [file('docs/start.md')] },
    file('README.md'),
  ]
  const outlined = outline(nodes, ['docs/start.md'])
  expect(outlined).toEqual([
    { name: 'docs', children: [{ name: 'start.md', whole: true }] },
    { name: 'README.md' },
  ])
  expect(outlineRows(outlined)).toEqual([
    { name: 'docs', path: 'docs', folder: true, whole: false, level: 1, parent: null },
    { name: 'start.md', path: 'docs/start.md', folder: false, whole: true, level: 2, parent: 'docs' },
    { name: 'README.md', path: 'README.md', folder: false, whole: false, level: 1, parent: null },
  ])
})

test('panel ids are safe in an address', () => {
  expect(panelId('organization/policies/deny-leave-org.json')).toBe(
    'kit-organization-policies-deny-leave-org-json',
  )
  expect(panelId('.tflint.hcl')).toBe('kit-tflint-hcl')
})
