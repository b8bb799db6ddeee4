import { globSync, statSync } from 'node:fs'
import path from 'node:path'
import type { FileNode } from 'virtual:kit'
import { beforeAll, expect, test } from 'vitest'
import { kitFacts } from './facts.ts'
import { type KitFile, kitFolder, readKit } from './read-kit.ts'
import { kitTree } from './tree.ts'

let kit: KitFile[]
beforeAll(async () => {
  kit = await readKit()
})

const filesIn = (nodes: FileNode[]): FileNode[] =>
  nodes.flatMap((node) => (node.children ? filesIn(node.children) : [node]))

test('the tree has every file of the folder once, and no other', () => {
  const found = globSync(['**/*', '**/.*'], { cwd: kitFolder }).filter((name) =>
    statSync(path.join(kitFolder, name)).isFile(),
  )
  const shown = filesIn(kitTree(kit)).map((node) => node.path)
  expect(shown.toSorted()).toEqual([...new Set(found)].toSorted())
})

test('folders come first, in the order in which they are applied', () => {
  const names = kitTree(kit).map((node) => node.name)
  expect(names.slice(0, 6)).toEqual([
    'organization',
    'iam-identity-center',
    'networking',
    'team-infrastructure',
    'docs',
    '.gitignore',
  ])
  const team = kitTree(kit).find((node) => node.name === 'team-infrastructure')
  expect(team?.children?.slice(0, 2).map((node) => node.name)).toEqual(['ecs-service', 'environments'])
})

test('an excerpt is a part of its file', () => {
  const shown = filesIn(kitTree(kit)).filter((node) => node.excerpt)
  expect(shown.length).toBeGreaterThan(100)
  const words = (text: string) => text.replace(/\s+/g, ' ').trim()
  for (const { path: name, excerpt } of shown)
    expect(words(kit.find((file) => file.path === name)?.text ?? '')).toContain(words(excerpt?.code ?? ''))
})

test('the figures and examples are those of the files', async () => {
  const facts = await kitFacts(kit)
  expect(facts.files).toBe(filesIn(kitTree(kit)).length)
  expect(Object.values(facts.filesByFolder).reduce((sum, count) => sum + count)).toBe(facts.files)
  expect(facts.accounts.prod?.unit).toBe('workloads')
  expect(facts.access.developers?.dev).toEqual(['PowerUser'])
  expect(facts.attachments.suspended).toEqual(['deny-all'])
  for (const { unit } of Object.values(facts.accounts)) expect(facts.units).toContain(unit)
  for (const accounts of Object.values(facts.access))
    for (const account of Object.keys(accounts)) expect(Object.keys(facts.accounts)).toContain(account)
})
