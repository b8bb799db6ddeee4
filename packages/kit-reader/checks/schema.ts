// Compares every resource and data source of the kit with the provider's schema, as `terraform validate` would.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { attributesIn, type Block, blocksIn } from '../hcl.ts'
import type { KitFile, Problem } from '../read-kit.ts'

export interface TypeSchema {
  required: string[]
  optional: string[]
  /** Attributes that only AWS sets. */
  computed: string[]
  blocks: Record<string, TypeSchema & { isRequired: boolean }>
}

export interface Schema {
  /** The version of the provider that the types come from. */
  provider: string
  types: Record<string, TypeSchema>
}

export const awsSchema: Schema = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'aws-schema.json'), 'utf8'),
)

const metaArguments = new Set(['count', 'for_each', 'provider', 'depends_on'])
const metaBlocks = new Set(['lifecycle', 'dynamic', 'provisioner', 'connection'])

export const knowsAttribute = (schema: TypeSchema, name: string): boolean =>
  name === 'id' ||
  name === 'region' ||
  schema.required.includes(name) ||
  schema.optional.includes(name) ||
  schema.computed.includes(name) ||
  name in schema.blocks

function checkBody(block: Block, schema: TypeSchema, where: string, top: boolean, report: Report): void {
  const present = new Set<string>()
  for (const { name, line } of attributesIn(block.body)) {
    present.add(name)
    if (top && metaArguments.has(name)) continue
    if (name in schema.blocks) report(line, `${where}: ${name} is a block, write "${name} { … }"`)
    else if (schema.computed.includes(name)) report(line, `${where}: ${name} is set by AWS, remove it`)
    else if (!knowsAttribute(schema, name)) report(line, `${where} has no attribute ${name}`)
  }
  for (const inner of blocksIn(block.body)) {
    const name = inner.type === 'dynamic' ? (inner.labels[0] ?? '') : inner.type
    present.add(name)
    if (top && inner.type !== 'dynamic' && metaBlocks.has(inner.type)) continue
    const blockSchema = schema.blocks[name]
    if (!blockSchema) {
      const attribute = schema.required.includes(name) || schema.optional.includes(name)
      report(
        inner.line,
        attribute
          ? `${where}: ${name} is an attribute, write "${name} = …"`
          : `${where} has no block ${name}`,
      )
      continue
    }
    const content = inner.type === 'dynamic' ? blocksIn(inner.body, 'content')[0] : inner
    if (content) checkBody(content, blockSchema, `${where}.${name}`, false, report)
    else report(inner.line, `${where}: dynamic ${name} has no content block`)
  }
  for (const name of schema.required) {
    if (!present.has(name)) report(block.line, `${where} lacks ${name}, which is required`)
  }
  for (const [name, inner] of Object.entries(schema.blocks)) {
    if (inner.isRequired && !present.has(name))
      report(block.line, `${where} lacks the block ${name}, which is required`)
  }
}

type Report = (line: number, message: string) => void

export function checkSchema(files: KitFile[]): Problem[] {
  const problems: Problem[] = []
  for (const file of files) {
    if (!file.path.endsWith('.tf')) continue
    for (const block of blocksIn(file.hcl ?? [])) {
      if (block.type !== 'resource' && block.type !== 'data') continue
      const [type = '', name = ''] = block.labels
      if (!type.startsWith('aws_')) continue
      const found = awsSchema.types[block.type === 'data' ? `data.${type}` : type]
      const report: Report = (line, message) => problems.push({ file: file.path, line, message })
      if (found) checkBody(block, found, `${type}.${name}`, true, report)
      else
        report(
          block.line,
          `the schema has no ${block.type} ${type}: correct the name, or run packages/kit-reader/checks/extract-schema.ts`,
        )
    }
  }
  return problems
}
