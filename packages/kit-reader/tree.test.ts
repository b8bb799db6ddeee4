import { globSync, statSync } from 'node:fs'
import path from 'node:path'
import { compileModules } from 'terraform/compile'
import { countInstances, total } from 'terraform/module'
import { beforeAll, expect, test } from 'vitest'
import type { FileNode } from './kit-facts.ts'
import { kitFolder } from './kit-folder.ts'
import { neededBy } from './needed-by.ts'
import { type KitFile, parseFile, readKit } from './read-kit.ts'
import { summarizeKit } from './summary.ts'
import { kitTree } from './tree.ts'

let kit: KitFile[]
let summary: Awaited<ReturnType<typeof summarizeKit>>
beforeAll(async () => {
  kit = await readKit()
  summary = await summarizeKit(kit)
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

test('what -target adds is counted with everything that it refers to', async () => {
  const files = [
    await parseFile(
      'organization/main.tf',
      [
        'locals {\n  root = aws_thing.root.id\n}',
        'resource "aws_thing" "root" {\n}',
        'resource "aws_thing" "unit" {\n  parent = local.root\n}',
        'resource "aws_thing" "account" {\n  inner {\n    parent = aws_thing.unit.id\n  }\n}',
        'resource "aws_thing" "other" {\n  account = aws_thing.account.id\n}',
      ].join('\n'),
    ),
  ]
  expect(neededBy('aws_thing.account', files, 'organization').toSorted()).toEqual([
    'aws_thing.account',
    'aws_thing.root',
    'aws_thing.unit',
  ])
})

test('a policy that is attached only under a condition does not count as attached', () => {
  const { attachments } = summary
  expect(attachments.root).toContain('deny-leave')
  expect(attachments.root).not.toContain('deny-departed-user')
})

test('the resources of the first apply are counted, and an unknown count stops the build', async () => {
  const count = async (accounts: string, resources: string) => {
    const files = await Promise.all([
      parseFile('organization/variables.tf', 'variable "accounts" {}\nvariable "regions" {}\n'),
      parseFile('organization/main.tf', resources),
    ])
    const inputs = { accounts: JSON.parse(accounts), regions: ['a', 'b'] }
    return total(countInstances(await compileModules(files), 'organization', inputs))
  }
  const resource = (name: string, collection: string) =>
    `resource "aws_thing" "${name}" {\n  for_each = ${collection}\n}\n`
  const one = 'resource "aws_thing" "one" {\n}\n'
  const many = resource('many', 'var.regions') + resource('same', 'aws_thing.many')
  expect(await count('{"x":1,"y":2,"z":3}', one + many + resource('all', 'var.accounts'))).toBe(1 + 2 + 2 + 3)
  await expect(count('{}', resource('odd', 'local.unknown'))).rejects.toThrow(
    'organization: aws_thing.odd cannot be counted',
  )
  // Counted by hand in the files of version 1.0.0, with eight accounts and three regions.
  if (kit.find(({ path: name }) => name === 'VERSION')?.text === '1.0.0\n')
    expect(summary.added).toEqual({
      accounts: 14,
      organization: 205,
      'iam-identity-center': 64,
    })
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
