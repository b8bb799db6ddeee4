// The kit's counts, costs, and the accounts and groups of its examples. Everything comes from the files and from facts.json, so no
// page can contradict the kit.
import { deciderOf, reasonOf, textOf } from './case-decisions.ts'
import { kitCosts } from './costs.ts'
import { facts } from './facts.ts'
import type { PolicySet } from './gates.ts'
import type { Kit, PolicyRequest } from './kit-facts.ts'
import { file, policySetOf } from './kit-policies.ts'
import { accountsOf, attachmentsOf } from './organization.ts'
import { accessOf, permissionSetsOf } from './permission-sets.ts'
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
  const { asker, resource, decision, source } = decide(one)
  if (decision.verdict === 'cannot tell') throw new Error(`"${title}" needs ${decision.missing.join(', ')}`)
  const { 'aws:RequestedRegion': region = null, ...conditions } = context
  return {
    ...{ title, holder, unit, account: asker.account, action, resource },
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

export function summarizeKit(files: KitFile[]): Omit<Kit, 'tree' | 'samples' | 'sampleArchive'> {
  const filesByFolder: Record<string, number> = {}
  for (const { path } of files) {
    const folder = path.includes('/') ? (path.split('/')[0] ?? '') : ''
    filesByFolder[folder] = (filesByFolder[folder] ?? 0) + 1
  }
  const attachments = attachmentsOf(files).always
  const count = (name: string) => facts.counts[name]?.all ?? 0
  const decide = deciderOf(files)
  const policySet = policySetOf(files)
  return {
    version: file(files, 'VERSION')?.text.trim() ?? '',
    files: files.length,
    filesByFolder,
    accounts: accountsOf(files),
    units: Object.keys(attachments).filter((target) => target !== 'root'),
    attachments,
    access: Object.fromEntries(
      Object.entries(accessOf(files)).map(([group, { accounts }]) => [group, accounts]),
    ),
    permissionSets: Object.keys(permissionSetsOf(files)),
    added: {
      accounts: count('accounts'),
      organization: count('organization') - count('accounts'),
      'iam-identity-center': count('iam-identity-center'),
      networking: count('networking'),
      team: count('team'),
    },
    policyRequests: cases.map((one) => requestOf(one, decide, files, policySet)),
    policySet,
    costs: kitCosts(files),
  }
}
