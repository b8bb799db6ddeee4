import { expect, test } from 'vitest'
import { outlineRows, panelId } from './outline.ts'

test('the rows of an outline are in the order of the tree, with their paths', () => {
  const outline = [
    { name: 'docs', children: [{ name: 'start.md', whole: true as const }] },
    { name: 'README.md' },
  ]
  expect(outlineRows(outline)).toEqual([
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
