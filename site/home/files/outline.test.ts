import { expect, test } from 'vitest'
import { outlineRows } from './outline.ts'

test('the rows of an outline are in the order of the tree, each folder once and before its files', () => {
  expect(outlineRows(['docs/steps/start.md', 'docs/costs.md', 'README.md'])).toEqual([
    { name: 'docs', path: 'docs', folder: true, level: 1, parent: null },
    { name: 'steps', path: 'docs/steps', folder: true, level: 2, parent: 'docs' },
    { name: 'start.md', path: 'docs/steps/start.md', folder: false, level: 3, parent: 'docs/steps' },
    { name: 'costs.md', path: 'docs/costs.md', folder: false, level: 2, parent: 'docs' },
    { name: 'README.md', path: 'README.md', folder: false, level: 1, parent: null },
  ])
})
