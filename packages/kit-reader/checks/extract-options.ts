// Extracts the options of the AWS CLI's commands that the kit's documents name into aws-options.json. They come from the models of
// botocore, which the CLI makes its commands of. Run it again when a document names a new command:
//
//   pip install --target /tmp/botocore botocore
//   node packages/kit-reader/checks/extract-options.ts /tmp/botocore/botocore
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readKit } from '../read-kit.ts'
import { commandsIn, custom, type Options } from './aws-cli.ts'

const [, , source = ''] = process.argv
if (!existsSync(path.join(source, 'data'))) {
  console.error(
    'Name the folder of botocore: node packages/kit-reader/checks/extract-options.ts /tmp/botocore/botocore',
  )
  process.exit(2)
}

interface Model {
  operations: Record<string, { input?: { shape: string } }>
  shapes: Record<string, { members?: Record<string, { shape: string }>; required?: string[]; type: string }>
}

/** Services whose command has another name than their model. */
const folders: Record<string, string> = { configservice: 'config', s3api: 's3' }
const kebab = (name: string) =>
  name
    .replace(/(.)([A-Z]+s)$/, '$1-$2')
    .replace(/([^-])([A-Z][a-z]+)/g, '$1-$2')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()

function modelOf(service: string): Model | null {
  const folder = path.join(source, 'data', folders[service] ?? service)
  if (!existsSync(folder)) return null
  const newest = path.join(folder, readdirSync(folder).sort().at(-1) ?? '')
  const file = readdirSync(newest).find((name) => name.startsWith('service-2.json')) ?? ''
  const bytes = readFileSync(path.join(newest, file))
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString())
}

const commands: Record<string, Options> = {}
for (const { name, file } of commandsIn(await readKit())) {
  if (custom[name] || commands[name]) continue
  const [service = '', operation = ''] = name.split(' ')
  const model = modelOf(service)
  const found = Object.entries(model?.operations ?? {}).find(([key]) => kebab(key) === operation)
  if (!model || !found) {
    console.error(`${file}: AWS has no "aws ${name}"`)
    continue
  }
  const { members = {}, required = [] } = model.shapes[found[1].input?.shape ?? ''] ?? {}
  const optional = Object.entries(members).flatMap(([member, { shape }]) => {
    const isBoolean = model.shapes[shape]?.type === 'boolean'
    const option = kebab(member)
    return required.includes(member) ? [] : isBoolean ? [option, `no-${option}`] : [option]
  })
  commands[name] = { optional: optional.sort(), required: required.map(kebab).sort() }
}
const version = /__version__ = '([\d.]+)'/.exec(readFileSync(path.join(source, '__init__.py'), 'utf8'))?.[1]
const lines = Object.entries(commands)
  .sort()
  .map(([name, options]) => `${JSON.stringify(name)}:${JSON.stringify(options)}`)
writeFileSync(
  path.join(import.meta.dirname, 'aws-options.json'),
  `{"source":"botocore ${version}","date":"${new Date().toISOString().slice(0, 10)}","commands":{\n${lines.join(',\n')}\n}}\n`,
)
console.log(`${lines.length} commands of botocore ${version}`)
process.exit(0)
