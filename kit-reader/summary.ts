// What the pages say about the kit, apart from its file tree: counts, the accounts and groups of its examples, and costs.
// Everything is read from the files, so a page cannot differ from the kit.

import type { Kit, PolicyRequest } from 'virtual:kit'
import { compileModules, exampleOf } from './compile-module.ts'
import { byUse, kitCosts } from './costs-table.ts'
import { attributeOf, attributesIn, blocksIn, readHcl } from './hcl.ts'
import { attachmentsOf, deciderOf, policySetOf, reasonOf } from './kit-policies.ts'
import { countInstances, total } from './module.ts'
import { neededBy } from './needed-by.ts'
import { type Case, cases, principals } from './policy-cases.ts'
import type { KitFile } from './read-kit.ts'

const find = (files: KitFile[], path: string) => files.find((file) => file.path === path)

/** @returns the keys of a map in an example or in a variable's default, in the order of the file */
function namesIn(expression: string | undefined): string[] {
  return attributesIn(readHcl((expression ?? '{}').trim().slice(1, -1))).map(({ name }) => name)
}

/** A case as the page prints it. */
function requestOf(one: Case, decide: ReturnType<typeof deciderOf>): PolicyRequest {
  const { title, holder, unit, action, resource = null, context = {} } = one
  const verdict = decide(one)
  if (verdict.verdict === 'cannot tell') throw new Error(`"${title}" ${reasonOf(verdict)}`)
  const { 'aws:RequestedRegion': region = null, ...conditions } = context
  return {
    ...{ title, holder, unit, action, resource },
    principal: principals[holder],
    region: region === null ? null : String(region),
    conditions: Object.entries(conditions).map(([key, value]) => `${key} = ${[value].flat().join(', ')}`),
    decision: verdict.verdict,
    gate: verdict.verdict === 'denied' ? verdict.gate : null,
    reason: reasonOf(verdict),
  }
}

export async function summarizeKit(
  files: KitFile[],
): Promise<Omit<Kit, 'tree' | 'samples' | 'binaries' | 'sampleArchive'>> {
  const example = (folder: string) => exampleOf(files, `${folder}/terraform.tfvars.example`)
  // biome-ignore lint/suspicious/noExplicitAny: the values of the files have any type
  const organization: any = await example('organization')
  // biome-ignore lint/suspicious/noExplicitAny: the same
  const identity: any = await example('iam-identity-center')
  const modules = await compileModules(files)
  const inExample = (folder: string, name: string) =>
    namesIn(attributeOf(find(files, `${folder}/terraform.tfvars.example`)?.hcl ?? [], name)?.expression)
  const filesByFolder: Record<string, number> = {}
  for (const { path } of files) {
    const folder = path.includes('/') ? (path.split('/')[0] ?? '') : ''
    filesByFolder[folder] = (filesByFolder[folder] ?? 0) + 1
  }
  const attachments = attachmentsOf(files, { always: true })
  const added: Record<string, number> = {}
  for (const [folder, inputs] of Object.entries({ organization, 'iam-identity-center': identity })) {
    if (modules[folder]) added[folder] = total(countInstances(modules, folder, inputs))
  }
  // "make accounts" applies a part of a folder first.
  const [, folder = '', target] =
    /^accounts:.*\n\t.*-chdir=(\S+) apply -target=(\S+)$/m.exec(find(files, 'Makefile')?.text ?? '') ?? []
  if (added[folder] !== undefined && target) {
    const needed = neededBy(target, files, folder)
    const counts = Object.entries(countInstances(modules, folder, organization))
    added.accounts = total(Object.fromEntries(counts.filter(([address]) => needed.includes(address))))
    added[folder] -= added.accounts
  }
  const decide = deciderOf(files)
  const sets = blocksIn(find(files, 'iam-identity-center/variables.tf')?.hcl ?? [], 'variable').find(
    ({ labels }) => labels[0] === 'permission_sets',
  )
  return {
    version: find(files, 'VERSION')?.text.trim() ?? '',
    files: files.length,
    filesByFolder,
    accounts: inExample('organization', 'accounts').map((name) => ({
      name,
      unit: organization.accounts[name].unit,
    })),
    units: Object.keys(attachments).filter((target) => target !== 'root'),
    attachments,
    access: Object.fromEntries(
      inExample('iam-identity-center', 'access').map((group) => [group, identity.access[group]]),
    ),
    permissionSets: namesIn(sets && attributeOf(sets.body, 'default')?.expression),
    added,
    // The requests are about this kit's policies. Another kit does not have these policies.
    policyRequests: filesByFolder.organization ? cases.map((one) => requestOf(one, decide)) : [],
    policySet: filesByFolder.organization ? policySetOf(files) : null,
    costs: await kitCosts(files),
    byUse: byUse(files),
  }
}
