// The values of expressions in a folder of the kit, with the values of its example, before any apply.
import { compileExpression, compileModules, exampleOf } from 'terraform/compile'
import type { Expression, Value } from 'terraform/expression'
import { attributesIn, blocksIn } from 'terraform/hcl'
import { type Inputs, localOf } from 'terraform/module'
import type { KitFile } from '../read-kit.ts'

/** @param changed inputs in place of the example's */
export type ValueOf = (source: string, changed?: Inputs) => Promise<Value>

/** @returns a function from an expression, such as `local.trail_arn`, to its value */
export async function valuesOf(files: KitFile[], folder: string): Promise<ValueOf> {
  const own = files.filter(({ path }) => path.startsWith(`${folder}/`))
  const module = (await compileModules(own))[folder]
  if (!module) throw new Error(`${folder} has no variables.tf`)
  const inputs = await exampleOf(files, `${folder}/terraform.tfvars.example`)
  const locals: Record<string, Expression> = { ...module.locals }
  for (const { hcl } of own)
    for (const { body } of blocksIn(hcl ?? [], 'locals'))
      for (const { name, expression } of attributesIn(body))
        locals[name] ??= await compileExpression(expression).catch(() => ({ name: 'not evaluated' }))
  return async (source, changed) => {
    const all = { ...module, locals: { ...locals, asked: await compileExpression(source) } }
    return localOf(all, { ...inputs, ...changed }, 'asked')
  }
}
