// Checks the names in CloudFormation templates, and what outlives a stack.
import { isTemplate, readTemplate, type Template } from '../cloudformation.ts'
import type { KitFile, Problem } from '../read-kit.ts'

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
      if (DeletionPolicy && file.path === 'organization/account-baseline.yaml')
        report(`${name} outlives its stack, so StackSets cannot make the stack again`)
    }
    for (const [name, resource] of Object.entries(template.Resources))
      if (resource.Condition && !conditions.has(resource.Condition))
        report(`${name}: the condition ${resource.Condition} does not exist`)
    for (const name of parameters) if (!used.has(name)) report(`the parameter ${name} is never used`)
  }
  return problems
}
