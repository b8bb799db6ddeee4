// Checks the names of roles: no two of one account have the same one, and each that an ARN names exists. IAM compares names without
// their path:
// https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateRole.html

import { isTemplate, readTemplate } from '../cloudformation.ts'
import { attributeOf, blocksIn } from '../hcl.ts'
import type { KitFile, Problem } from '../read-kit.ts'

interface Role {
  file: string
  line: number
  resource: string
  /** With slashes at both ends. */
  path: string
  /** An asterisk stands for each variable part. */
  name: string
  account: 'management' | 'member'
}

/** What runs in the management account. Every member account has the baseline, so the rest counts as one account. */
const management = new Set(['core-pipeline.yaml', 'state-bucket.yaml'])
const withWildcards = (text: string) => text.replace(/\$\{[^}]*\}/g, '*')

/** The roles that a file makes. The roles of a team's services are not among them: the team names them. */
function rolesOf(file: KitFile): Role[] {
  if (isTemplate(file))
    return Object.entries(readTemplate(file.text).Resources).flatMap(([resource, { Type, Properties }]) => {
      const name = Properties?.RoleName
      if (Type !== 'AWS::IAM::Role' || name === undefined) return []
      const text = typeof name === 'string' ? name : ((name as Record<string, string>)['Fn::Sub'] ?? '*')
      const account = management.has(file.path) ? 'management' : 'member'
      const path = String(Properties?.Path ?? '/')
      return [{ file: file.path, line: 0, resource, path, name: withWildcards(text), account }]
    })
  if (file.path.startsWith('team-infrastructure/')) return []
  return blocksIn(file.hcl ?? [], 'resource').flatMap((block) => {
    const name = attributeOf(block.body, 'name')
    if (block.labels[0] !== 'aws_iam_role' || !name) return []
    const text = /^"(.*)"$/.exec(name.expression)?.[1] ?? '*'
    const isManagement = file.path.startsWith('organization/') && !attributeOf(block.body, 'provider')
    const account = isManagement ? 'management' : 'member'
    const resource = block.labels.join('.')
    const path = (attributeOf(block.body, 'path')?.expression ?? '"/"').replaceAll('"', '')
    return [{ file: file.path, line: block.line, resource, path, name: withWildcards(text), account }]
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

/** The path and the name of every managed policy and group of the kit. */
function othersOf(file: KitFile): string[] {
  if (isTemplate(file))
    return Object.values(readTemplate(file.text).Resources).flatMap(({ Type, Properties = {} }) =>
      Type === 'AWS::IAM::ManagedPolicy' ? `policy${Properties.Path}${Properties.ManagedPolicyName}` : [],
    )
  return blocksIn(file.hcl ?? [], 'resource').flatMap(({ labels: [type], body }) => {
    const text = (name: string) => (attributeOf(body, name)?.expression ?? '').replaceAll('"', '')
    return type === 'aws_iam_group' ? `group${text('path')}${text('name')}` : []
  })
}

const named = /\b(?:role\/(?:baseline|plan|deploy)|policy\/baseline|group\/break-glass)\/[^\s"',`)\]}]*/g

/** Checks that each role and policy that an ARN names below these paths is made. */
export function checkRoleArns(files: KitFile[]): Problem[] {
  const made = [
    ...files.flatMap(rolesOf).map(({ path, name }) => `role${path}${name}`),
    ...files.flatMap(othersOf),
  ]
  return files
    .filter(({ path }) => !path.endsWith('.md') && path !== 'index.json')
    .flatMap((file) => {
      // A team and a layer take the place of an expression.
      const texts = ['orders', 'networking'].map((name) =>
        file.text.replaceAll(/\$\{\{.*?\}\}|\$\{[^}]*\}/g, name),
      )
      const [ofTeam = [], ofLayer = []] = texts.map((text) => text.match(named) ?? [])
      const isMade = (name: string | undefined) => made.some((one) => overlap(one, name ?? ''))
      return [...new Set(ofTeam.filter((name, at) => !isMade(name) && !isMade(ofLayer[at])))].map((name) => ({
        file: file.path,
        line: 0,
        message: `names ${name}, which the kit does not make`,
      }))
    })
}
