// Checks that docs/getting-started.md can be followed from top to bottom: what a step uses, an earlier step has made.
import { attributeOf, attributesIn, blocksIn, readHcl } from 'terraform/hcl'
import type { KitFile, Problem } from '../read-kit.ts'

const path = 'docs/getting-started.md'

/** What a line uses, and the line that has to come first. */
const needs: [uses: RegExp, first: (found: RegExpExecArray) => RegExp, what: string][] = [
  [
    /(?:--profile |AWS_PROFILE=)([\w-]+)/,
    ([, name]) => new RegExp(`^aws configure(?: sso)? --profile ${name}\\b`, 'm'),
    'the profile',
  ],
  [
    /^make (?:init|accounts)(?: LAYER=([\w-]+))?/,
    ([, layer = 'organization']) => new RegExp(`^cp ${layer}/terraform\\.tfvars\\.example `, 'm'),
    'terraform.tfvars for',
  ],
  [
    /^make (?:plan|output) LAYER=([\w-]+)/,
    ([, layer]) => new RegExp(`^make init LAYER=${layer}\\b`, 'm'),
    'make init for',
  ],
  [
    /^make apply LAYER=([\w-]+)/,
    ([, layer]) => new RegExp(`^make plan LAYER=${layer}\\b`, 'm'),
    'the plan of',
  ],
  [/^make init/, () => /^cp backend\.hcl\.example backend\.hcl$/m, 'backend.hcl for'],
]

/** The set that a person assigns in the management account must not be one of the folder: the identity account could not change it. */
function checkManagementSet(files: KitFile[], text: string): Problem[] {
  const [, set = ''] = /make a set named `(\w+)`/.exec(text) ?? []
  if (!set) return [{ file: path, line: 0, message: 'names no permission set for the management account' }]
  const variables = files.find((file) => file.path === 'iam-identity-center/variables.tf')
  const variable = blocksIn(variables?.hcl ?? [], 'variable').find(
    ({ labels }) => labels[0] === 'permission_sets',
  )
  if (!variables || !variable) return []
  const sets = attributeOf(variable.body, 'default')?.expression ?? '{}'
  const isOwn = attributesIn(readHcl(sets.trim().slice(1, -1))).some(({ name }) => name === set)
  const isRefused = blocksIn(variable.body, 'validation').some(({ body }) =>
    attributeOf(body, 'condition')?.expression.includes(`!contains(keys(var.permission_sets), "${set}")`),
  )
  if (!isOwn && isRefused) return []
  const message = `does not refuse ${set}, which step 7 of getting-started.md assigns in the management account`
  return [{ file: variables.path, line: variable.line, message }]
}

export function checkFirstSteps(files: KitFile[]): Problem[] {
  const text = files.find((file) => file.path === path)?.text
  if (text === undefined) return []
  const report = (message: string): Problem => ({ file: path, line: 0, message })
  const lines = text.split('\n')
  const early = lines.flatMap((line, index) =>
    needs.flatMap(([uses, first, what]) => {
      const found = uses.exec(line)
      if (!found || first(found).test(line)) return []
      const before = lines.slice(0, index).join('\n')
      return first(found).test(before) ? [] : report(`has "${line}" before ${what} ${found[1] ?? ''}`.trim())
    }),
  )
  // AWS CLI 1 reads AWS_DEFAULT_REGION: https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-envvars.html
  const readme = files.find((file) => file.path === 'README.md')?.text ?? ''
  const isAsked = /AWS CLI 2\b/.test(readme) && /`aws --version` says 2/.test(text)
  const version =
    /\bAWS_REGION=/.test(text) && !/AWS_DEFAULT_REGION=/.test(text) && !isAsked
      ? [report('exports AWS_REGION, which only the AWS CLI 2 reads: ask for it in README.md and in step 0')]
      : []
  return [...early, ...version, ...checkManagementSet(files, text)]
}
