// Extracts the AWS provider's schema of the types that the kit uses from the sources of @cdktn/provider-aws, into
// aws-schema.json. Run it again when the kit uses a new type or needs a newer provider:
//
//   npm pack @cdktn/provider-aws --pack-destination /tmp && tar xzf /tmp/cdktn-provider-aws-*.tgz -C /tmp
//   node packages/kit-reader/checks/extract-schema.ts /tmp/package
//
// The package is not a dependency: it unpacks to several hundred megabytes, and the tests need 200 kB of it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { format } from 'node:util'
import { blocksIn } from '../hcl.ts'
import { readKit } from '../read-kit.ts'
import type { Schema, TypeSchema } from './schema.ts'

const source = process.argv[2]
if (!source || !existsSync(path.join(source, 'lib'))) {
  console.error(
    'Name the folder of the unpacked package: node packages/kit-reader/checks/extract-schema.ts /tmp/package',
  )
  process.exit(2)
}

interface Property {
  name: string
  required: boolean
  block: boolean
  /** The interface behind it, when it is a block. */
  type: string
}

function interfacesOf(declarations: string): Map<string, Property[]> {
  const interfaces = new Map<string, Property[]>()
  for (const [, name = '', body = ''] of declarations.matchAll(
    /^export interface (\w+)[^{\n]*\{\n([\s\S]*?)^\}/gm,
  )) {
    const properties: Property[] = []
    for (const [, comment = '', , optional, type = ''] of body.matchAll(
      /\/\*\*([\s\S]*?)\*\/\s*readonly (\w+)(\?)?: ([^;]+);/g,
    )) {
      const anchor = /\/docs\/(?:resources|data-sources)\/\w+#(\w+)/.exec(comment)?.[1]
      if (!anchor) continue
      properties.push({
        name: anchor,
        required: !optional,
        block: new RegExp(`^\\s*\\* ${anchor} block\\s*$`, 'm').test(comment),
        type: type.replace(/\[\]|\| cdktn\.IResolvable|\s/g, ''),
      })
    }
    interfaces.set(name, properties)
  }
  return interfaces
}

/** The attributes that only AWS sets, by class. */
function computedOf(code: string): Map<string, string[]> {
  const computed = new Map<string, string[]>()
  for (const part of code.split(/^class /m).slice(1)) {
    const name = /^\w+/.exec(part)?.[0] ?? ''
    const names = [...part.matchAll(/\/\/ (\w+) - computed: true, optional: false, required: false/g)]
    computed.set(
      name,
      names.map((match) => match[1] ?? ''),
    )
  }
  return computed
}

function build(
  struct: string,
  owner: string,
  interfaces: Map<string, Property[]>,
  computed: Map<string, string[]>,
): TypeSchema {
  const result: TypeSchema = { required: [], optional: [], computed: computed.get(owner) ?? [], blocks: {} }
  for (const property of interfaces.get(struct) ?? []) {
    if (property.block) {
      const inner = build(property.type, `${property.type}OutputReference`, interfaces, computed)
      result.blocks[property.name] = { ...inner, isRequired: property.required }
    } else (property.required ? result.required : result.optional).push(property.name)
  }
  return result
}

const used = new Set<string>()
for (const file of await readKit()) {
  for (const block of blocksIn(file.hcl ?? [])) {
    if (block.type === 'resource') used.add(block.labels[0] ?? '')
    if (block.type === 'data') used.add(`data.${block.labels[0]}`)
  }
}
const folders = new Set(readdirSync(path.join(source, 'lib')))
const schema: Schema = { provider: '', types: {} }
for (const type of [...used].sort()) {
  if (!/^(data\.)?aws_/.test(type)) continue
  const plain = type.replace('data.', '').replace(/^aws_/, '').replaceAll('_', '-')
  const folder = type.startsWith('data.') ? `data-aws-${plain}` : plain
  if (!folders.has(folder)) {
    console.error(`${type}: the package has no ${folder}`)
    continue
  }
  const declarations = readFileSync(path.join(source, 'lib', folder, 'index.d.ts'), 'utf8')
  const code = readFileSync(path.join(source, 'lib', folder, 'index.js'), 'utf8')
  const main = /export declare class (\w+) extends cdktn\.Terraform(?:Resource|DataSource)/.exec(
    declarations,
  )?.[1]
  schema.provider ||= /hashicorp\/aws\/([\d.]+)\/docs/.exec(declarations)?.[1] ?? ''
  schema.types[type] = build(`${main}Config`, main ?? '', interfacesOf(declarations), computedOf(code))
}
const target = path.join(import.meta.dirname, 'aws-schema.json')
// Write one line for each type, so that a diff shows which types changed.
const lines = Object.entries(schema.types).map(
  ([type, value]) => `${JSON.stringify(type)}:${JSON.stringify(value)}`,
)
const date = new Date().toISOString().slice(0, 10)
writeFileSync(
  target,
  `{"provider":${JSON.stringify(schema.provider)},"date":"${date}","types":{\n${lines.join(',\n')}\n}}\n`,
)
console.log(format('%s: %d types of provider %s', path.relative('.', target), lines.length, schema.provider))
process.exit(0)
