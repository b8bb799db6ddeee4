// Checks what each switch of the folder organization leaves on, and that no plan wants the same thing for ever.
import { attributeOf, blocksIn, textIn } from 'terraform/hcl'
import type { Inputs } from 'terraform/module'
import { isTemplate, readTemplate } from '../cloudformation.ts'
import type { KitFile, Problem } from '../read-kit.ts'
import { type ValueOf, valuesOf } from './values.ts'

const folder = 'organization'
const template = `${folder}/account-baseline.yaml`
const problem = (file: string, message: string): Problem => ({ file, line: 0, message })

/** `create_recorders = false` takes only the recorders: roles of people and pipelines need the rest of the baseline. */
function checkRecorders(files: KitFile[]): Problem[] {
  const file = files.find(({ path }) => path === template)
  if (!file) return []
  return Object.entries(readTemplate(file.text).Resources).flatMap(([name, { Type, Condition }]) => {
    const isRecorder = Type.startsWith('AWS::Config::') || name === 'ConfigRole'
    if (isRecorder === (Condition === 'WithRecorder')) return []
    return problem(template, `create_recorders = false ${isRecorder ? 'leaves' : 'takes away'} ${name}`)
  })
}

/**
 * A unit without accounts has no stacks, so a plan that names it is never empty:
 * https://github.com/hashicorp/terraform-provider-aws/issues/23349
 */
async function checkEmptyUnits(value: ValueOf): Promise<Problem[]> {
  const accounts = (await value('var.accounts')) as Record<string, { unit: string }>
  const others = Object.entries(accounts).filter(([, { unit }]) => unit !== 'workloads')
  const units = (await value('local.baseline_units', {
    accounts: Object.fromEntries(others),
  } as Inputs)) as string[]
  if (!units.includes('workloads')) return []
  return [
    problem(
      `${folder}/account-baseline.tf`,
      'deploys the baseline to a unit that has no account: every plan would add it',
    ),
  ]
}

/**
 * Each protection plan has controls that fail while it is off. One that is off by choice needs them off:
 * https://docs.aws.amazon.com/securityhub/latest/userguide/guardduty-controls.html
 */
async function checkControls(value: ValueOf): Promise<Problem[]> {
  const path = `${folder}/security-hub.tf`
  const controls = (await value('local.guardduty_controls')) as Record<string, string[]>
  const plans = (await value('local.guardduty_plans')) as string[]
  const missing = plans.filter((plan) => !controls[plan]?.length)
  const wrong = await Promise.all(
    plans.map(async (plan) => {
      const disabled = (await value('local.disabled_controls', { guardduty_features: [plan] })) as string[]
      const wanted = Object.entries(controls).flatMap(([name, ids]) => (name === plan ? [] : ids))
      return [...wanted].sort().join() === [...disabled].sort().join() ? [] : [plan]
    }),
  )
  return [
    ...missing.map((plan) => problem(path, `names no control of the plan ${plan}`)),
    ...wrong
      .flat()
      .map((plan) =>
        problem(
          path,
          `with the plan ${plan} alone, the controls that are off are not those of the other plans`,
        ),
      ),
  ]
}

/** Resources of which there is always the same number. */
const fixed = new Set(['aws_s3_bucket.log'])

/**
 * A data source that depends on resources is read during the apply when one of them is new, so its policies show as changed:
 * https://developer.hashicorp.com/terraform/language/data-sources
 */
function checkDataSources(files: KitFile[]): Problem[] {
  return files.flatMap(({ path, hcl }) =>
    blocksIn(hcl ?? [], 'data').flatMap((block) => {
      const each = attributeOf(block.body, 'for_each')?.expression ?? ''
      const [, follows] =
        /^(aws_\w+\.\w+)/.exec(each) ?? /(aws_\w+\.\w+)\["?[^\]]*each\.key/.exec(textIn(block.body)) ?? []
      if (!follows || fixed.has(follows)) return []
      return problem(
        path,
        `data.${block.labels.join('.')} follows ${follows}: one more of it shows all others as changed`,
      )
    }),
  )
}

/** A resource outlives its stack in both ways or in none, and a custom resource says why it failed. */
function checkStacks(files: KitFile[]): Problem[] {
  return files.filter(isTemplate).flatMap(({ path, text }) =>
    Object.entries(readTemplate(text).Resources).flatMap(([name, resource]) => {
      const { DeletionPolicy, UpdateReplacePolicy, Type, Properties } = resource
      const code = String((Properties?.Code as { ZipFile?: unknown } | undefined)?.ZipFile ?? '')
      return [
        ...(Boolean(DeletionPolicy) === Boolean(UpdateReplacePolicy)
          ? []
          : [
              problem(
                path,
                `${name} outlives its stack, and not its replacement: set DeletionPolicy and UpdateReplacePolicy`,
              ),
            ]),
        ...(Type === 'AWS::Lambda::Function' && /cfnresponse\.send/.test(code) && !/\breason=/.test(code)
          ? [problem(path, `${name} sends no reason, and it has no log: a stack that fails says nothing`)]
          : []),
      ]
    }),
  )
}

/** AWS throttles many contacts and assignments: https://github.com/hashicorp/terraform-provider-aws/issues/42484 */
function checkThrottling(files: KitFile[]): Problem[] {
  return ['organization', 'iam-identity-center'].flatMap((layer) => {
    const path = `${layer}/providers.tf`
    const provider = blocksIn(files.find((file) => file.path === path)?.hcl ?? [], 'provider').find(
      ({ body }) => !attributeOf(body, 'alias'),
    )
    if (!provider || attributeOf(provider.body, 'retry_mode')?.expression === '"adaptive"') return []
    return [problem(path, 'does not slow down when AWS throttles: set retry_mode to "adaptive"')]
  })
}

export async function checkSwitches(files: KitFile[]): Promise<Problem[]> {
  const value = await valuesOf(files, folder)
  return [
    ...checkRecorders(files),
    ...(await checkEmptyUnits(value)),
    ...(await checkControls(value)),
    ...checkDataSources(files),
    ...checkStacks(files),
    ...checkThrottling(files),
  ]
}
