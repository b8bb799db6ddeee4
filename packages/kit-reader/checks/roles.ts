// Checks that no two roles of one account have the same name. IAM compares names without their path:
// https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateRole.html

import { attributeOf, blocksIn } from 'terraform/hcl'
import { isTemplate, readTemplate } from '../cloudformation.ts'
import type { KitFile, Problem } from '../read-kit.ts'

interface Role {
  file: string
  line: number
  resource: string
  /** An asterisk stands for each variable part. */
  name: string
  account: 'management' | 'member'
}

/** What runs in the management account. Every member account has the baseline, so the rest counts as one account. */
const management = new Set(['core-pipeline.yaml', 'state-bucket.yaml'])
const withWildcards = (text: string) => text.replace(/\$\{[^}]*\}/g, '*')

function rolesOf(file: KitFile): Role[] {
  if (isTemplate(file))
    return Object.entries(readTemplate(file.text).Resources).flatMap(([resource, { Type, Properties }]) => {
      const name = Properties?.RoleName
      if (Type !== 'AWS::IAM::Role' || name === undefined) return []
      const text = typeof name === 'string' ? name : ((name as Record<string, string>)['Fn::Sub'] ?? '*')
      const account = management.has(file.path) ? 'management' : 'member'
      return [{ file: file.path, line: 0, resource, name: withWildcards(text), account }]
    })
  // A team names the roles of its services, below a path of its own.
  if (file.path.startsWith('team-infrastructure/')) return []
  return blocksIn(file.hcl ?? [], 'resource').flatMap((block) => {
    const name = attributeOf(block.body, 'name')
    if (block.labels[0] !== 'aws_iam_role' || !name) return []
    const text = /^"(.*)"$/.exec(name.expression)?.[1] ?? '*'
    const isManagement = file.path.startsWith('organization/') && !attributeOf(block.body, 'provider')
    const account = isManagement ? 'management' : 'member'
    const resource = block.labels.join('.')
    return [{ file: file.path, line: block.line, resource, name: withWildcards(text), account }]
  })
}

/** Whether some name fits both patterns. */
function overlap(a: string, b: string): boolean {
  if (a === '' && b === '') return true
  if (a[0] === '*') return overlap(a.slice(1), b) || (b !== '' && overlap(a, b.slice(1)))
  if (b[0] === '*') return overlap(b, a)
  return a !== '' && a[0] === b[0] && overlap(a.slice(1), b.slice(1))
}

export function checkRoleNames(files: KitFile[]): Problem[] {
  const roles = files.flatMap(rolesOf)
  return roles.flatMap((role, index) =>
    roles
      .slice(0, index)
      .filter((other) => other.account === role.account && overlap(other.name, role.name))
      .map((other) => ({
        file: role.file,
        line: role.line,
        message: `${role.resource} and ${other.resource} of ${other.file} can have the same name, ${role.name}: IAM ignores paths`,
      })),
  )
}
