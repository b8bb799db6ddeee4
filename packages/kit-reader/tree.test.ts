import { globSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { FileNode } from './kit-facts.ts'
import { kitFolder } from './kit-folder.ts'
import { type KitFile, readKit } from './read-kit.ts'
import { summarizeKit } from './summary.ts'
import { kitTree } from './tree.ts'

let kit: KitFile[]
let summary: ReturnType<typeof summarizeKit>
beforeAll(async () => {
  kit = await readKit()
  summary = summarizeKit(kit)
})

const filesIn = (nodes: FileNode[]): FileNode[] =>
  nodes.flatMap((node) => (node.children ? filesIn(node.children) : [node]))

test('the tree has every file of the folder once, and no other files', () => {
  const files = globSync(['**/*', '**/.*'], { cwd: kitFolder }).filter((name) =>
    statSync(path.join(kitFolder, name)).isFile(),
  )
  const shown = filesIn(kitTree(kit)).map((node) => node.path)
  expect(shown.toSorted()).toEqual([...new Set(files)].toSorted())
})

test('folders come first, in the order in which Terraform applies them', () => {
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
  const withExcerpt = filesIn(kitTree(kit)).filter((node) => node.excerpt)
  expect(withExcerpt.length).toBeGreaterThan(100)
  const collapse = (text: string) => text.replace(/\s+/g, ' ').trim()
  for (const { path: name, excerpt } of withExcerpt)
    expect(collapse(kit.find((file) => file.path === name)?.text ?? '')).toContain(
      collapse(excerpt?.code ?? ''),
    )
})

test('the figures and examples match the files', () => {
  expect(summary.files).toBe(filesIn(kitTree(kit)).length)
  expect(Object.values(summary.filesByFolder).reduce((sum, count) => sum + count)).toBe(summary.files)
  expect(summary.accounts).toContainEqual({ name: 'prod', unit: 'workloads' })
  expect(summary.access.developers?.dev).toEqual(['PowerUser'])
  expect(summary.attachments.suspended).toEqual(['deny-all'])
  for (const { unit } of summary.accounts) expect(summary.units).toContain(unit)
  const names = summary.accounts.map(({ name }) => name)
  for (const accounts of Object.values(summary.access))
    for (const [account, sets] of Object.entries(accounts)) {
      expect(names).toContain(account)
      for (const set of sets) expect(summary.permissionSets).toContain(set)
    }
})

test('a policy that is attached only under a condition does not count as attached', () => {
  const { attachments } = summary
  expect(attachments.root).toContain('deny-leave')
  expect(attachments.root).not.toContain('deny-departed-user')
})

test('no printed request is both denied and allowed', () => {
  const { policyRequests } = summary
  const decisions = new Map<string, string>()
  for (const { title, decision, reason, ...printed } of policyRequests) {
    const row = JSON.stringify(printed)
    expect(`${title}: ${decisions.get(row) ?? decision}`).toBe(`${title}: ${decision}`)
    expect(reason, title).not.toBe('')
    decisions.set(row, decision)
  }
  expect(decisions.size).toBe(policyRequests.length)
})
