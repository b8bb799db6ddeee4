// The kit's counts, costs, and the accounts and groups of its examples. Everything comes from the files, so no page can contradict
// the kit.

import { compileModules, exampleOf } from 'terraform/compile'
import { countInstances, defaultOf, localOf, total } from 'terraform/module'
import { deciderOf, reasonOf, textOf } from './case-decisions.ts'
import { byUse, kitCosts } from './costs-table.ts'
import type { Kit, PolicyRequest } from './kit-facts.ts'
import type { PolicySet } from './gates.ts'
import { file, policySetOf } from './kit-policies.ts'
import { neededBy } from './needed-by.ts'
import { type Case, cases } from './policy-cases.ts'
import type { KitFile } from './read-kit.ts'

/** A case as the page shows it. */
function requestOf(
  one: Case,
  decide: ReturnType<typeof deciderOf>,
  files: KitFile[],
  { assignments }: PolicySet,
): PolicyRequest {
  const { title, holder, unit, action, context = {} } = one
  const { asker, resource, principal, decision, source } = decide(one)
  if (decision.verdict === 'cannot tell') throw new Error(`"${title}" needs ${decision.missing.join(', ')}`)
  const { 'aws:RequestedRegion': region = null, ...conditions } = context
  return {
    ...{ title, holder, unit, account: asker.account, principal, action, resource },
    region: region === null ? null : String(region),
    conditions: Object.entries(conditions).map(([key, value]) => `${key} = ${[value].flat().join(', ')}`),
    decision: decision.verdict,
    onlyIf: decision.verdict === 'allowed' ? decision.onlyIf : null,
    reason: reasonOf(decision, asker),
    source,
    isFile: files.some(({ path }) => path === source),
    text: textOf(decision, asker, action, assignments),
  }
}

export async function summarizeKit(
  files: KitFile[],
): Promise<Omit<Kit, 'tree' | 'samples' | 'sampleArchive'>> {
  const example = (folder: string) => exampleOf(files, `${folder}/terraform.tfvars.example`)
  // biome-ignore lint/suspicious/noExplicitAny: the values of the files have any type
  const organization: any = await example('organization')
  // biome-ignore lint/suspicious/noExplicitAny: the same
  const identity: any = await example('iam-identity-center')
  const modules = await compileModules(files)
  const filesByFolder: Record<string, number> = {}
  for (const { path } of files) {
    const folder = path.includes('/') ? (path.split('/')[0] ?? '') : ''
    filesByFolder[folder] = (filesByFolder[folder] ?? 0) + 1
  }
  const core = modules.organization
  const attachments = (core ? localOf(core, organization, 'attachments') : {}) as Kit['attachments']
  const added: Record<string, number> = {}
  for (const [folder, inputs] of Object.entries({ organization, 'iam-identity-center': identity })) {
    if (modules[folder]) added[folder] = total(countInstances(modules, folder, inputs))
  }
  // "make accounts" applies a part of a folder first.
  const [, folder = '', target] =
    /^accounts:.*\n\t.*-chdir=(\S+) apply -target=(\S+)$/m.exec(file(files, 'Makefile')?.text ?? '') ?? []
  if (added[folder] !== undefined && target) {
    const needed = neededBy(target, files, folder)
    const counts = Object.entries(countInstances(modules, folder, organization))
    added.accounts = total(Object.fromEntries(counts.filter(([address]) => needed.includes(address))))
    added[folder] -= added.accounts
  }
  const decide = deciderOf(files)
  const policySet = policySetOf(files)
  return {
    version: file(files, 'VERSION')?.text.trim() ?? '',
    files: files.length,
    filesByFolder,
    // In the order of the file.
    accounts: Object.entries<{ unit: string }>(organization.accounts ?? {}).map(([name, { unit }]) => ({
      name,
      unit,
    })),
    units: Object.keys(attachments).filter((target) => target !== 'root'),
    attachments,
    access: identity.access ?? {},
    permissionSets: Object.keys(defaultOf(modules['iam-identity-center'], 'permission_sets') ?? {}),
    added,
    policyRequests: cases.map((one) => requestOf(one, decide, files, policySet)),
    policySet,
    costs: await kitCosts(files),
    byUse: byUse(files),
  }
}
