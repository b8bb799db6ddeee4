// Checks that every name in an expression is declared, and that every declared variable, local and data source is used.
import path from 'node:path'
import { attributeOf, attributesIn, type Block, type Body, blocksIn, codeOf } from '../hcl.ts'
import type { KitFile, Problem } from '../read-kit.ts'
import { awsSchema, knowsAttribute } from './schema.ts'

interface Module {
  folder: string
  variables: Map<string, Block>
  locals: Map<string, { line: number; file: string }>
  resources: Set<string>
  data: Map<string, { line: number; file: string }>
  modules: Map<string, Block>
  outputs: Set<string>
  aliases: Set<string>
  files: KitFile[]
}

const sourceOf = (block: Block) => attributeOf(block.body, 'source')?.expression.replaceAll('"', '') ?? ''

/** Collects the declarations of each module of the kit. Every folder with .tf files is a module. */
function modulesOf(files: KitFile[]): Map<string, Module> {
  const modules = new Map<string, Module>()
  for (const file of files) {
    if (!file.path.endsWith('.tf') || !file.hcl) continue
    const folder = path.posix.dirname(file.path)
    const found: Module = modules.get(folder) ?? {
      folder,
      variables: new Map(),
      locals: new Map(),
      resources: new Set(),
      data: new Map(),
      modules: new Map(),
      outputs: new Set(),
      aliases: new Set(),
      files: [],
    }
    modules.set(folder, found)
    found.files.push(file)
    for (const block of blocksIn(file.hcl)) {
      const [first = '', second = ''] = block.labels
      const place = { line: block.line, file: file.path }
      if (block.type === 'variable') found.variables.set(first, block)
      if (block.type === 'output') found.outputs.add(first)
      if (block.type === 'module') found.modules.set(first, block)
      if (block.type === 'resource') found.resources.add(`${first}.${second}`)
      if (block.type === 'data') found.data.set(`${first}.${second}`, place)
      if (block.type === 'locals')
        for (const local of attributesIn(block.body))
          found.locals.set(local.name, { line: local.line, file: file.path })
      if (block.type === 'provider') {
        const alias = attributeOf(block.body, 'alias')?.expression.replaceAll('"', '')
        if (alias) found.aliases.add(alias)
      }
    }
  }
  return modules
}

interface Use {
  text: string
  head: string
  rest: string[]
  line: number
}

const traversal =
  /(?<![\w.\-"])([A-Za-z_][\w-]*)((?:\s*\[[^[\]]*(?:\[[^\]]*\][^[\]]*)*\]|\.[A-Za-z_*][\w-]*)+)/g
const forBinding = /\bfor\s+(\w+)(?:\s*,\s*(\w+))?\s+in\b/g

/** Finds every dotted name in the expressions of a body, except the names that `for` and `dynamic` bind. */
function usesIn(body: Body, boundNames: Set<string> = new Set()): Use[] {
  const uses: Use[] = []
  for (const part of body) {
    if (part.kind === 'block') {
      const inner = new Set(boundNames)
      if (part.type === 'dynamic') inner.add(part.labels[0] ?? '')
      uses.push(...usesIn(part.body, inner))
      continue
    }
    const collect = (code: string) => {
      const names = new Set(boundNames)
      for (const [, first, second] of code.matchAll(forBinding)) {
        if (first) names.add(first)
        if (second) names.add(second)
      }
      for (const match of code.matchAll(traversal)) {
        const [text = '', head = '', tail = ''] = match
        for (const [, index = ''] of tail.matchAll(/\[([^\]]*(?:\[[^\]]*\][^\]]*)*)\]/g)) collect(index)
        if (names.has(head) || keywords.has(head)) continue
        const rest = tail
          .replace(/\[[^[\]]*(?:\[[^\]]*\][^[\]]*)*\]/g, '')
          .split('.')
          .map((name) => name.trim())
          .filter(Boolean)
        uses.push({ text: text.trim(), head, rest, line: part.line })
      }
    }
    collect(codeOf(part.expression))
  }
  return uses
}

const builtInNames = new Set(['each', 'count', 'path', 'terraform', 'self', 'run', 'provider'])
const keywords = new Set(['in', 'if', 'else', 'endif', 'for', 'endfor'])
/** The Makefile sets these variables from backend.hcl and VERSION. */
const setByMakefile = new Set(['state_bucket', 'state_region', 'kit_version'])

export function checkReferences(files: KitFile[]): Problem[] {
  const problems: Problem[] = []
  const modules = modulesOf(files)
  for (const module of modules.values()) {
    const used = new Set<string>()
    for (const file of module.files) {
      const report = (line: number, message: string) => problems.push({ file: file.path, line, message })
      for (const use of usesIn(file.hcl ?? [])) checkUse(use, module, modules, used, report)
      for (const block of blocksIn(file.hcl ?? [])) {
        if (block.type === 'module') checkModule(block, module, modules, report)
        const provider = attributeOf(block.body, 'provider')
        const alias = provider?.expression.replace(/^aws\.?/, '')
        if (provider && alias && !module.aliases.has(alias))
          report(provider.line, `no provider "aws" has the alias ${alias} in ${module.folder}`)
      }
    }
    const unused = (name: string, place: { file: string; line: number }) => {
      if (!used.has(name)) problems.push({ ...place, message: `${name} is never used: remove it` })
    }
    for (const [name, place] of module.locals) unused(`local.${name}`, place)
    for (const [name, place] of module.data) unused(`data.${name}`, place)
    for (const [name, block] of module.variables) {
      const file = module.files.find((candidate) => candidate.hcl?.includes(block))
      unused(`var.${name}`, { file: file?.path ?? module.folder, line: block.line })
      if (!attributeOf(block.body, 'description'))
        problems.push({
          file: file?.path ?? '',
          line: block.line,
          message: `variable ${name} has no description`,
        })
      if (!attributeOf(block.body, 'type'))
        problems.push({ file: file?.path ?? '', line: block.line, message: `variable ${name} has no type` })
    }
  }
  return [...problems, ...checkValues(files, modules), ...checkTests(files, modules)]
}

function checkUse(
  use: Use,
  module: Module,
  modules: Map<string, Module>,
  used: Set<string>,
  report: (line: number, message: string) => void,
): void {
  const [first = '', second = '', third = ''] = use.rest
  const missing = (name: string) => report(use.line, `${name} is not declared in ${module.folder}`)
  if (builtInNames.has(use.head)) return
  if (use.head === 'aws') {
    if (!module.aliases.has(first)) missing(`provider aws.${first}`)
  } else if (use.head === 'var') {
    used.add(`var.${first}`)
    if (!module.variables.has(first)) missing(`var.${first}`)
  } else if (use.head === 'local') {
    used.add(`local.${first}`)
    if (!module.locals.has(first)) missing(`local.${first}`)
  } else if (use.head === 'module') {
    const block = module.modules.get(first)
    const target = block && modules.get(path.posix.normalize(path.posix.join(module.folder, sourceOf(block))))
    if (!block) missing(`module.${first}`)
    else if (second && target && !target.outputs.has(second))
      report(use.line, `module.${first} has no output ${second}`)
  } else if (use.head === 'data') {
    used.add(`data.${first}.${second}`)
    if (!module.data.has(`${first}.${second}`)) missing(`data.${first}.${second}`)
    else if (first === 'terraform_remote_state' && third === 'outputs') {
      // The data source has the name of the folder whose state it reads.
      const output = use.rest[3]
      const source = modules.get(second)
      if (output && !source?.outputs.has(output))
        report(use.line, `${second} has no output ${output}, but this expression reads it from its state`)
    } else checkAttribute(`data.${first}`, third, use, report)
  } else if (/^(?:aws|terraform)_/.test(use.head)) {
    if (!module.resources.has(`${use.head}.${first}`)) missing(`${use.head}.${first}`)
    else checkAttribute(use.head, second, use, report)
  } else report(use.line, `${use.text} is not declared`)
}

function checkAttribute(
  type: string,
  name: string,
  use: Use,
  report: (line: number, message: string) => void,
): void {
  const schema = awsSchema.types[type]
  if (!schema || !name || name === '*') return
  if (!knowsAttribute(schema, name)) report(use.line, `${use.text}: ${type} has no attribute ${name}`)
}

function checkModule(
  block: Block,
  module: Module,
  modules: Map<string, Module>,
  report: (line: number, message: string) => void,
): void {
  const source = sourceOf(block)
  const target = modules.get(path.posix.normalize(path.posix.join(module.folder, source)))
  if (!target) {
    report(block.line, `there is no module at ${source}`)
    return
  }
  const inputs = new Set(attributesIn(block.body).map((attribute) => attribute.name))
  for (const { name, line } of attributesIn(block.body)) {
    if (['source', 'version', 'count', 'for_each', 'providers', 'depends_on'].includes(name)) continue
    if (!target.variables.has(name)) report(line, `${target.folder} has no variable ${name}`)
  }
  for (const [name, variable] of target.variables) {
    if (!attributeOf(variable.body, 'default') && !inputs.has(name))
      report(block.line, `${target.folder} requires ${name}, which module.${block.labels[0]} does not set`)
  }
}

/** Checks that the values files and the examples set every required variable, and set no unknown variable. */
function checkValues(files: KitFile[], modules: Map<string, Module>): Problem[] {
  const problems: Problem[] = []
  for (const file of files) {
    if (!/\.tfvars(?:\.example)?$/.test(file.path) || !file.hcl) continue
    const module = modules.get(path.posix.dirname(file.path))
    if (!module) continue
    const values = new Map(attributesIn(file.hcl).map((attribute) => [attribute.name, attribute.line]))
    for (const [name, line] of values)
      if (!module.variables.has(name))
        problems.push({ file: file.path, line, message: `${module.folder} has no variable ${name}` })
    for (const [name, variable] of module.variables) {
      if (attributeOf(variable.body, 'default') || values.has(name) || setByMakefile.has(name)) continue
      problems.push({ file: file.path, line: 0, message: `lacks ${name}, which has no default` })
    }
  }
  return problems
}

/** Checks that the names in `terraform test` files exist in the folder that they test. */
function checkTests(files: KitFile[], modules: Map<string, Module>): Problem[] {
  const problems: Problem[] = []
  for (const file of files) {
    if (!file.path.endsWith('.tftest.hcl') || !file.hcl) continue
    const module = modules.get(path.posix.dirname(file.path))
    if (!module) continue
    const report = (line: number, message: string) => problems.push({ file: file.path, line, message })
    const variables = [file.hcl, ...blocksIn(file.hcl, 'run').map((run) => run.body)].flatMap((body) =>
      blocksIn(body, 'variables'),
    )
    for (const block of variables)
      for (const { name, line } of attributesIn(block.body))
        if (!module.variables.has(name)) report(line, `${module.folder} has no variable ${name}`)
    for (const run of blocksIn(file.hcl, 'run')) {
      for (const use of usesIn(run.body)) {
        if (use.head === 'output') {
          if (!module.outputs.has(use.rest[0] ?? ''))
            report(use.line, `${module.folder} has no output ${use.rest[0]}`)
        } else checkUse(use, module, modules, new Set(), report)
      }
    }
  }
  return problems
}
