// Compiles folders of Terraform files, which module.ts then counts and checks without a parser.
import path from 'node:path'
import { compileExpression } from './compile-expression.ts'
import { evaluate, functionNames, unknown } from './expression.ts'
import { attributeOf, attributesIn, type Body, blocksIn, codeOf, type HclFile } from './hcl.ts'
import type { Inputs, Module, Modules } from './module.ts'

export { compileExpression }

/** The value of an attribute that is a plain string. */
const stringOf = (body: Body, name: string) =>
  JSON.parse(attributeOf(body, name)?.expression ?? '""') as string

async function compileModule(folder: string, files: readonly HclFile[]): Promise<Module> {
  const blocks = files.flatMap((file) => blocksIn(file.hcl ?? []))
  const ofType = (type: string) => blocks.filter((block) => block.type === type)
  const module: Module = { variables: {}, locals: {}, resources: {}, modules: {} }
  /** The code of every compiled expression. */
  const used: string[] = []
  const compile = (source: string) => {
    used.push(codeOf(source))
    return compileExpression(source)
  }
  for (const { labels, body } of ofType('resource')) {
    const [count, each] = [attributeOf(body, 'count'), attributeOf(body, 'for_each')]
    module.resources[labels.join('.')] = {
      ...(count && { count: await compile(count.expression) }),
      ...(each && { for_each: await compile(each.expression) }),
    }
  }
  for (const { labels, body } of ofType('module')) {
    const inputs: Module['modules'][string]['inputs'] = {}
    // Counts and validations need only values that come from variables.
    for (const { name, expression } of attributesIn(body))
      if (name !== 'source' && /^var\.\w+$/.test(expression)) inputs[name] = await compile(expression)
    module.modules[labels[0] ?? ''] = {
      folder: path.posix.join(folder, stringOf(body, 'source')),
      inputs,
    }
  }
  for (const { labels, body } of ofType('variable')) {
    const given = attributeOf(body, 'default')?.expression
    const checks: Module['variables'][string]['checks'] = []
    for (const check of blocksIn(body, 'validation')) {
      const condition = attributeOf(check.body, 'condition')?.expression ?? ''
      for (const [, name = ''] of codeOf(condition).matchAll(/\b(\w+)\(/g))
        if (!functionNames.includes(name))
          throw new Error(
            `${folder}: var.${labels[0]} is checked by ${name}(). Add it to packages/terraform/expression.ts.`,
          )
      checks.push([await compile(condition), stringOf(check.body, 'error_message')])
    }
    module.variables[labels[0] ?? ''] = {
      type: await compileExpression(attributeOf(body, 'type')?.expression ?? 'any'),
      ...(given !== undefined && { default: await compileExpression(given) }),
      checks,
    }
  }
  const locals = ofType('locals').flatMap(({ body }) => attributesIn(body))
  for (const source of used)
    for (const [, name = ''] of source.matchAll(/\blocal\.(\w+)/g)) {
      const local = locals.find((attribute) => attribute.name === name)
      // Compiling adds to `used`, so the loop also reaches the locals that this one uses.
      if (local && !module.locals[name]) module.locals[name] = await compile(local.expression)
    }
  return module
}

/**
 * Compiles each folder that has variables.
 * @throws Error if a validation calls a function that expression.ts does not have
 */
export async function compileModules(files: readonly HclFile[]): Promise<Modules> {
  const folders = files
    .filter((file) => file.path.endsWith('/variables.tf'))
    .map((file) => path.posix.dirname(file.path))
  const modules: Modules = {}
  for (const folder of folders)
    modules[folder] = await compileModule(
      folder,
      files.filter((file) => file.path.endsWith('.tf') && path.posix.dirname(file.path) === folder),
    )
  return modules
}

/** The values in a file of variables, in its order. @param path such as `organization/terraform.tfvars.example` */
export async function exampleOf(files: readonly HclFile[], path: string): Promise<Inputs> {
  const inputs: Inputs = {}
  for (const { name, expression } of attributesIn(files.find((file) => file.path === path)?.hcl ?? []))
    inputs[name] = evaluate(await compileExpression(expression), () => unknown)
  return inputs
}
