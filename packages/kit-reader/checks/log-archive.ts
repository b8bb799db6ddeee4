// Checks the log archive and what delivers to it: the trail that it lets in, how long it keeps files, and what recorders record.

import { attributeOf, type Body, blocksIn } from 'terraform/hcl'
import { readTemplate } from '../cloudformation.ts'
import type { KitFile, Problem } from '../read-kit.ts'
import { valuesOf } from './values.ts'

/** The values of each condition on `variable`. */
function conditionsOn(body: Body, variable: string): string[] {
  return blocksIn(body).flatMap((block) =>
    block.type === 'condition' && attributeOf(block.body, 'variable')?.expression === `"${variable}"`
      ? (attributeOf(block.body, 'values')?.expression ?? '')
      : conditionsOn(block.body, variable),
  )
}

/** The bucket and the key let in one trail, by its ARN: https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-set-bucket-policy-multi-region.html */
async function checkTrail(files: KitFile[]): Promise<Problem[]> {
  const file = (path: string) => files.find((one) => one.path === path)
  const archive = file('organization/log-archive.tf')
  const trail = blocksIn(file('organization/cloudtrail.tf')?.hcl ?? [], 'resource')[0]
  if (!archive?.hcl || !trail) return []
  const value = await valuesOf(files, 'organization')
  const [account, home, name] = await Promise.all(
    [
      'var.management_account_id',
      'var.home_region',
      attributeOf(trail.body, 'name')?.expression ?? 'null',
    ].map((source) => value(source)),
  )
  const arn = `arn:aws:cloudtrail:${String(home)}:${String(account)}:trail/${String(name)}`
  const given = conditionsOn(archive.hcl, 'aws:SourceArn')
  const wrong = await Promise.all(
    given.map(async (source) => [source, ([await value(source)].flat() as string[]).join()] as const),
  )
  return wrong
    .filter(([, one]) => one !== arn)
    .map(([source, one]) => ({
      file: archive.path,
      line: 0,
      message: `lets in ${source}, which is ${one}, and the trail is ${arn}: its bucket or its key refuses it`,
    }))
}

/** A file that expires before its retention ends is lost, lock or not: the lock of the trail keeps only old versions. */
async function checkRetention(files: KitFile[]): Promise<Problem[]> {
  const file = 'organization/log-archive.tf'
  const rules = blocksIn(files.find(({ path }) => path === file)?.hcl ?? [], 'resource')
    .filter(({ labels }) => labels[0] === 'aws_s3_bucket_lifecycle_configuration')
    .flatMap(({ body }) => blocksIn(body, 'rule'))
    .flatMap(({ body }) => blocksIn(body, 'expiration'))
  const value = await valuesOf(files, 'organization')
  const kept = Number(await value('var.log_retention_days'))
  const days = await Promise.all(rules.map(({ body }) => value(attributeOf(body, 'days')?.expression ?? '0')))
  return days
    .filter((one) => !(Number(one) > kept))
    .map((one) => ({
      file,
      line: 0,
      message: `lets files expire after ${String(one)} days, and log_retention_days is ${kept}`,
    }))
}

/** Roles and users are recorded, and billed, once for each region that records global types. */
async function checkRecorders(files: KitFile[]): Promise<Problem[]> {
  const template = files.find(({ path }) => path === 'organization/account-baseline.yaml')
  const config = files.find(({ path }) => path === 'organization/config.tf')
  if (!template || !config) return []
  const report = (file: KitFile): Problem => ({
    file: file.path,
    line: 0,
    message: 'does not record global types in the home region and nowhere else',
  })
  const group = readTemplate(template.text).Resources.ConfigRecorder?.Properties?.RecordingGroup
  const global = (group as { IncludeGlobalResourceTypes?: unknown } | undefined)?.IncludeGlobalResourceTypes
  const inTemplate = JSON.stringify(global) === JSON.stringify({ 'Fn::If': ['InHomeRegion', true, false] })
  const recorder = blocksIn(config.hcl ?? [], 'resource')
    .filter(({ labels }) => labels[0] === 'aws_config_configuration_recorder')
    .flatMap(({ body }) => blocksIn(body, 'recording_group'))[0]
  const source =
    (recorder && attributeOf(recorder.body, 'include_global_resource_types')?.expression) ?? 'null'
  const value = await valuesOf(files, 'organization')
  const inRegion = (region: string) => value(source.replaceAll('each.key', region))
  const inHome = (await inRegion('var.home_region')) === true && (await inRegion('"elsewhere"')) === false
  return [...(inTemplate ? [] : [report(template)]), ...(inHome ? [] : [report(config)])]
}

export const checkLogArchive = async (files: KitFile[]): Promise<Problem[]> => [
  ...(await checkTrail(files)),
  ...(await checkRetention(files)),
  ...(await checkRecorders(files)),
]
