import { describe, expect, test } from 'vitest'
import { outlineRows } from './outline.ts'
import { treeMove, typeAhead, visibleRows } from './tree-keys.ts'

const rows = outlineRows([
  'organization/policies/deny.json',
  'organization/main.tf',
  'docs/costs.md',
  'Makefile',
  'README.md',
])
const open = new Set(['organization'])
const visible = visibleRows(rows, open)
const move = (key: string, focused: string) => treeMove(key, visible, focused, open)

describe('visibleRows', () => {
  test('leaves out the rows of closed folders at any depth', () => {
    expect(visible.map(({ path }) => path)).toEqual([
      'organization',
      'organization/policies',
      'organization/main.tf',
      'docs',
      'Makefile',
      'README.md',
    ])
    expect(visibleRows(rows, new Set(['organization/policies'])).map(({ path }) => path)).toEqual([
      'organization',
      'docs',
      'Makefile',
      'README.md',
    ])
  })
})

describe('treeMove', () => {
  test.each([
    ['ArrowDown', 'organization', { focus: 'organization/policies' }],
    ['ArrowDown', 'README.md', null],
    ['ArrowUp', 'docs', { focus: 'organization/main.tf' }],
    ['ArrowUp', 'organization', null],
    ['Home', 'Makefile', { focus: 'organization' }],
    ['End', 'organization', { focus: 'README.md' }],
    ['End', 'README.md', null],
    ['ArrowRight', 'organization/policies', { open: true }],
    ['ArrowRight', 'organization', { focus: 'organization/policies' }],
    ['ArrowRight', 'docs', { open: true }],
    ['ArrowRight', 'Makefile', null],
    ['ArrowLeft', 'organization', { open: false }],
    ['ArrowLeft', 'organization/main.tf', { focus: 'organization' }],
    ['ArrowLeft', 'organization/policies', { focus: 'organization' }],
    ['ArrowLeft', 'README.md', null],
    ['Escape', 'organization', null],
    ['ArrowDown', 'not in the tree', null],
  ])('%s on %s', (key, focused, expected) => {
    expect(move(key, focused)).toEqual(expected)
  })
})

describe('typeAhead', () => {
  test('one letter goes to the next match, and from the last row to the first', () => {
    expect(typeAhead(visible, 'organization', 'm')).toBe('organization/main.tf')
    expect(typeAhead(visible, 'organization/main.tf', 'm')).toBe('Makefile')
    expect(typeAhead(visible, 'Makefile', 'm')).toBe('organization/main.tf')
  })

  test('the same letter again goes to the next match', () => {
    expect(typeAhead(visible, 'organization/main.tf', 'mm')).toBe('Makefile')
  })

  test('a longer word may match the focused row, in any case', () => {
    expect(typeAhead(visible, 'Makefile', 'MAKE')).toBe('Makefile')
    expect(typeAhead(visible, 'organization/main.tf', 'mak')).toBe('Makefile')
  })

  test('without a match the focus does not move', () => {
    expect(typeAhead(visible, 'organization', 'x')).toBeNull()
    expect(typeAhead(visible, 'organization', '')).toBeNull()
  })
})
