import { describe, expect, test } from 'vitest'
import { countFiles } from './kit-count.ts'
import type { FileNode } from './kit-file.ts'
import { kitFiles } from './kit-files.ts'

const flatten = (nodes: FileNode[]): FileNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children ?? [])])
const all = flatten(kitFiles)

describe('countFiles', () => {
  test('counts files at every depth and no folder', () => {
    const leaf = (path: string): FileNode => ({
      name: path,
      type: 'file',
      path,
      description: '',
      details: '',
    })
    const inner: FileNode = { ...leaf('a'), type: 'folder', children: [leaf('a/b'), leaf('a/c')] }
    const outer: FileNode = { ...leaf('e'), type: 'folder', children: [inner] }
    expect(countFiles([])).toBe(0)
    expect(countFiles([leaf('d'), outer])).toBe(3)
  })
})

describe('the kit', () => {
  test('has the folders of the specification, and no others', () => {
    expect(all.filter((node) => node.type === 'folder').map((node) => node.path)).toEqual([
      'organization',
      'iam-identity-center',
      'networking',
      'team-infrastructure',
      'team-infrastructure/ecs-service',
      'team-infrastructure/environments',
      'docs',
    ])
  })

  test('names each path once, under its folder, with its own name last', () => {
    expect(new Set(all.map((node) => node.path)).size).toBe(all.length)
    for (const node of all) {
      expect(node.path.split('/').at(-1)).toBe(node.name)
      for (const child of node.children ?? []) expect(child.path).toBe(`${node.path}/${child.name}`)
    }
  })

  test('says what every node is, in a sentence, and what you would do with it', () => {
    for (const node of all) {
      expect(node.description, node.path).toMatch(/^[A-Z].*\.$/)
      expect(node.details, node.path).toMatch(/^[A-Z].*\.$/)
    }
  })

  test('shows an excerpt for code, and valid JSON where it says JSON', () => {
    for (const node of all.filter((entry) => /\.(tf|json|yml|tfvars)$/.test(entry.path))) {
      expect(node.excerpt, node.path).toBeDefined()
    }
    for (const { excerpt, path } of all) {
      if (excerpt?.language === 'json') expect(() => JSON.parse(excerpt.code), path).not.toThrow()
    }
  })

  test('stays light: what the home page carries of it is under 24 KB (decision 007)', () => {
    const text = all.map((node) => node.path + node.description + node.details).join('')
    expect(Buffer.byteLength(text)).toBeLessThan(24_000)
  })
})
