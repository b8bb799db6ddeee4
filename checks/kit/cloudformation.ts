// Reads CloudFormation templates, which are YAML with special tags, such as !Sub and !Ref.
import { parseDocument, type ScalarTag, type Tags } from 'yaml'
import type { KitFile, Problem } from '../../kit-reader/read-kit.ts'

interface Template {
  Parameters?: Record<string, unknown>
  Conditions?: Record<string, unknown>
  Resources: Record<string, { Type: string; Condition?: string; Properties?: Record<string, unknown> }>
}

const names = [
  'And',
  'Condition',
  'Equals',
  'GetAtt',
  'If',
  'Join',
  'Not',
  'Or',
  'Ref',
  'Select',
  'Split',
  'Sub',
]

/** Each tag becomes an object with one key, as in CloudFormation's JSON: `!Ref X` is `{ Ref: 'X' }`. */
const customTags: Tags = names.flatMap((name) => {
  const key = name === 'Ref' || name === 'Condition' ? name : `Fn::${name}`
  const scalar = { tag: `!${name}`, resolve: (value: string) => ({ [key]: value }) } as ScalarTag
  const sequence = {
    tag: `!${name}`,
    collection: 'seq' as const,
    resolve: (value: { toJSON(): unknown }) => ({ [key]: value.toJSON() }),
  }
  return [scalar, sequence as never]
})

export function readTemplate(text: string): Template {
  const document = parseDocument(text, { customTags })
  const error = document.errors[0] ?? document.warnings[0]
  if (error) throw error
  return document.toJS()
}

/** Replaces !Ref and !Sub with values. A name without a value stays a name in braces. */
function fillIn(value: unknown, values: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => fillIn(one, values))
  if (typeof value !== 'object' || value === null) return value
  const [only, ...others] = Object.entries(value)
  if (only && others.length === 0) {
    const [key, inner] = only
    if (key === 'Ref') return values[String(inner)] ?? `{${inner}}`
    if (key === 'Fn::Sub')
      return String(inner).replace(/\$\{([^}!]+)\}/g, (_, name) => values[name] ?? `{${name}}`)
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fillIn(inner, values)]))
}

export const isTemplate = (file: KitFile) =>
  file.path.endsWith('.yaml') && file.text.includes('AWSTemplateFormatVersion')

/** Checks that every name in a template is a parameter, a resource or one of AWS's own, and that every parameter is used. */
export function checkTemplates(files: KitFile[]): Problem[] {
  const problems: Problem[] = []
  for (const file of files.filter(isTemplate)) {
    const report = (message: string) => problems.push({ file: file.path, line: 0, message })
    let template: Template
    try {
      template = readTemplate(file.text)
    } catch (error) {
      report(`is not a template: ${error instanceof Error ? error.message : error}`)
      continue
    }
    const parameters = Object.keys(template.Parameters ?? {})
    const known = new Set([...parameters, ...Object.keys(template.Resources)])
    const conditions = new Set(Object.keys(template.Conditions ?? {}))
    const used = new Set<string>()
    const use = (name: string) => {
      used.add(name)
      if (!known.has(name) && !name.startsWith('AWS::'))
        report(`${name} is neither a parameter nor a resource`)
    }
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [key, inner] of Object.entries(value)) {
        if (key === 'Ref') use(String(inner))
        else if (key === 'Fn::GetAtt')
          use(String(Array.isArray(inner) ? inner[0] : inner).split('.')[0] ?? '')
        else if (key === 'Fn::Sub')
          for (const [, name = ''] of String(inner).matchAll(/\$\{([^}!]+)\}/g)) use(name.split('.')[0] ?? '')
        else if (key === 'Fn::If' && Array.isArray(inner) && !conditions.has(String(inner[0])))
          report(`the condition ${inner[0]} does not exist`)
        walk(inner)
      }
    }
    walk(template)
    for (const [name, resource] of Object.entries(template.Resources))
      if (resource.Condition && !conditions.has(resource.Condition))
        report(`${name}: the condition ${resource.Condition} does not exist`)
    for (const name of parameters) if (!used.has(name)) report(`the parameter ${name} is never used`)
  }
  return problems
}

/** @returns a resource's inline policy with the name `inline`, or its trust policy if `inline` is undefined */
export function policyIn(
  text: string,
  resource: string,
  inline: string | undefined,
  values: Record<string, string>,
): unknown {
  const properties = readTemplate(text).Resources[resource]?.Properties ?? {}
  const filled = fillIn(properties, values) as {
    Policies?: { PolicyName: string; PolicyDocument: unknown }[]
    AssumeRolePolicyDocument?: unknown
  }
  if (!inline) return filled.AssumeRolePolicyDocument
  return filled.Policies?.find((policy) => policy.PolicyName === inline)?.PolicyDocument
}
