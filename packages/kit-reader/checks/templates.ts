// Checks the names in CloudFormation templates, what outlives a stack, and what the switch of the recorders takes away.
import { isTemplate, readTemplate, type Template } from '../cloudformation.ts'
import type { KitFile, Problem } from '../read-kit.ts'

const baseline = 'organization/account-baseline.yaml'

/** A resource outlives its stack in both ways or in none, and a custom resource says why it failed. */
const stackProblems = ({ Resources }: Template): string[] =>
  Object.entries(Resources).flatMap(([name, { DeletionPolicy, UpdateReplacePolicy, Type, Properties }]) => {
    const code = String((Properties?.Code as { ZipFile?: unknown } | undefined)?.ZipFile ?? '')
    return [
      ...(Boolean(DeletionPolicy) === Boolean(UpdateReplacePolicy)
        ? []
        : [
            `${name} outlives its stack, and not its replacement: set DeletionPolicy and UpdateReplacePolicy`,
          ]),
      ...(Type === 'AWS::Lambda::Function' && /cfnresponse\.send/.test(code) && !/\breason=/.test(code)
        ? [`${name} sends no reason, and it has no log: a stack that fails says nothing`]
        : []),
    ]
  })

/**
 * `create_recorders = false` takes only the recorders: roles of people and pipelines need the rest of the baseline. Roles and users are
 * recorded, and billed, once for each region that records global types.
 */
function recorderProblems({ Resources }: Template): string[] {
  const group = Resources.ConfigRecorder?.Properties?.RecordingGroup
  const global = (group as { IncludeGlobalResourceTypes?: unknown } | undefined)?.IncludeGlobalResourceTypes
  return [
    ...Object.entries(Resources).flatMap(([name, { Type, Condition }]) => {
      const isRecorder = Type.startsWith('AWS::Config::') || name === 'ConfigRole'
      if (isRecorder === (Condition === 'WithRecorder')) return []
      return `create_recorders = false ${isRecorder ? 'leaves' : 'takes away'} ${name}`
    }),
    ...(JSON.stringify(global) === JSON.stringify({ 'Fn::If': ['InHomeRegion', true, false] })
      ? []
      : ['does not record global types in the home region and nowhere else']),
  ]
}

/**
 * Checks that every name in a template is a parameter, a resource or one of AWS's own, that every parameter is used, and that a
 * failed deployment can be repeated:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-attribute-deletionpolicy.html
 */
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
    for (const [name, { DeletionPolicy }] of Object.entries(template.Resources)) {
      if (DeletionPolicy === 'Retain')
        report(
          `${name} outlives a first deployment that failed, and the next one finds it: use RetainExceptOnCreate`,
        )
      if (DeletionPolicy && file.path === baseline)
        report(`${name} outlives its stack, so StackSets cannot make the stack again`)
    }
    for (const [name, resource] of Object.entries(template.Resources))
      if (resource.Condition && !conditions.has(resource.Condition))
        report(`${name}: the condition ${resource.Condition} does not exist`)
    for (const name of parameters) if (!used.has(name)) report(`the parameter ${name} is never used`)
    for (const message of [
      ...stackProblems(template),
      ...(file.path === baseline ? recorderProblems(template) : []),
    ])
      report(message)
  }
  return problems
}
