// kit/index.json: what the home page says about each file, and which part of the file the page shows. An excerpt is named by
// its address, such as `resource aws_cloudtrail organization`, and cut from the file, so the two cannot differ.

import * as v from 'valibot'
import { isMap, type Pair, parseDocument, type Scalar, type YAMLMap } from 'yaml'
import { attributesIn, type Body, blocksIn } from './hcl.ts'
import type { KitFile, Problem } from './read-kit.ts'

const textsOfEntry = v.object({
  description: v.pipe(
    v.string(),
    v.regex(/^[^\n]{10,170}\.$/, 'is not one sentence of 10 to 170 characters'),
  ),
  details: v.pipe(v.string(), v.nonEmpty('is empty')),
  /** Address of the part that is shown. */
  excerpt: v.optional(v.string()),
})
const indexSchema = v.pipe(
  v.string('is missing'),
  v.parseJson(),
  v.object({ folders: v.record(v.string(), textsOfEntry), files: v.record(v.string(), textsOfEntry) }),
)
type KitIndex = v.InferOutput<typeof indexSchema>

const readIndex = (files: readonly KitFile[]) =>
  v.safeParse(indexSchema, files.find(({ path }) => path === 'index.json')?.text)

/** The texts of the index. @throws Error unless `checkIndex` finds nothing wrong; a product without files has no texts */
export function indexOf(files: readonly KitFile[]): KitIndex {
  if (files.length === 0) return { folders: {}, files: {} }
  const { success, output } = readIndex(files)
  if (!success) throw new Error('kit/index.json is wrong: `npm test -- kit` says where.')
  return output
}

interface Excerpt {
  /** A language that Shiki knows. */
  language: string
  /** Without the indentation that all lines share. */
  code: string
  /** First and last line in the file, from 1. */
  lines: [number, number]
}

const languages: [RegExp, string][] = [
  [/\.json$/, 'json'],
  [/\.ya?ml$/, 'yaml'],
  [/\.md$/, 'markdown'],
  [/\.(?:tf|tfvars|hcl)(?:\.example)?$/, 'hcl'],
]

/** @returns the language of a file, as Shiki names it */
export const languageOf = (path: string) => languages.find(([pattern]) => pattern.test(path))?.[1] ?? 'bash'

type Lines = [first: number, last: number]

function linesInHcl(body: Body, address: string): Lines | undefined {
  const [type = '', ...labels] = address.split(' ')
  const attribute = (within: Body, name: string): Lines | undefined => {
    const found = attributesIn(within).find((one) => one.name === name)
    return found && [found.line, found.line + found.expression.split('\n').length - 1]
  }
  if (type === 'value') return attribute(body, labels[0] ?? '')
  if (type === 'locals')
    return blocksIn(body, 'locals')
      .map((block) => attribute(block.body, labels[0] ?? ''))
      .find((lines) => lines)
  const block = blocksIn(body, type).find((one) => {
    if (type !== 'provider') return one.labels.join(' ') === labels.join(' ')
    const alias = attributesIn(one.body)
      .find(({ name }) => name === 'alias')
      ?.expression.replaceAll('"', '')
    return [...one.labels, ...(alias ? [alias] : [])].join(' ') === labels.join(' ')
  })
  return block && [block.line, block.endLine]
}

function linesInYaml(text: string, address: string): Lines | undefined {
  const [type, key = ''] = address.split(' ')
  if (type !== 'key') return undefined
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  let node: unknown = parseDocument(text, { logLevel: 'silent' }).contents
  let found: Pair<Scalar, { range?: number[] }> | undefined
  for (const name of key.split('.')) {
    if (!isMap(node)) return undefined
    found = (node as YAMLMap).items.find((item) => (item.key as Scalar).value === name) as typeof found
    node = found?.value
  }
  const start = found?.key.range?.[0]
  const end = found?.value?.range?.[1]
  return start === undefined || end === undefined ? undefined : [lineAt(start), lineAt(end - 1)]
}

function linesInJson(text: string, address: string): Lines | undefined {
  const lines = text.split('\n')
  const [type, sid] = address.split(' ')
  if (type !== 'statement') return undefined
  const at = lines.findIndex((line) => line.includes(`"Sid": "${sid}"`))
  if (at < 1) return undefined
  const indent = /^ */.exec(lines[at - 1] ?? '')?.[0] ?? ''
  const end = lines.findIndex((line, index) => index > at && line.startsWith(`${indent}}`))
  return [at, end + 1]
}

function linesInText(text: string, address: string): Lines | undefined {
  const lines = text.split('\n')
  const [type = ''] = address.split(' ')
  const name = address.slice(type.length + 1)
  const kinds: Record<string, { opens: string; ends: RegExp }> = {
    section: { opens: `## ${name}\n`, ends: /^## / },
    target: { opens: `${name}:`, ends: /^\S/ },
  }
  const kind = kinds[type]
  const at = kind ? lines.findIndex((line) => `${line}\n`.startsWith(kind.opens)) : -1
  if (!kind || at < 0) return undefined
  let end = lines.findIndex((line, index) => index > at && kind.ends.test(line))
  if (end < 0) end = lines.length
  while (!lines[end - 1]?.trim()) end--
  return [at + 1, end]
}

/** @returns the part of a file that an address names, or null when there is none */
export function excerptOf(file: KitFile, address: string): Excerpt | null {
  const all = file.text.trimEnd().split('\n')
  const language = languageOf(file.path)
  const lines: Lines | undefined =
    address === 'all'
      ? [1, all.length]
      : file.hcl
        ? linesInHcl(file.hcl, address)
        : language === 'yaml'
          ? linesInYaml(file.text, address)
          : language === 'json'
            ? linesInJson(file.text, address)
            : linesInText(file.text, address)
  if (!lines) return null
  const cut = all.slice(lines[0] - 1, lines[1])
  const indent = Math.min(...cut.filter((line) => line.trim()).map((line) => line.search(/\S/)))
  const code = cut.map((line) => line.slice(indent)).join('\n')
  // Remove the comma after a statement of a policy: it belongs to the surrounding list.
  return { language, code: language === 'json' ? code.replace(/,$/, '') : code, lines }
}

/** A longer excerpt does not fit beside the tree. */
const maximumLines = 70

export function checkIndex(files: KitFile[]): Problem[] {
  const problems: Problem[] = []
  const report = (message: string) => problems.push({ file: 'index.json', line: 0, message })
  const { success, output: index, issues } = readIndex(files)
  if (!success) {
    for (const { path = [], message } of issues) report([...path.map(({ key }) => key), message].join(' '))
    return problems
  }
  const folders = new Set(
    files.flatMap(({ path }) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_, i, parts) => parts.slice(0, i + 1).join('/')),
    ),
  )
  for (const folder of folders) if (!index.folders[folder]) report(`has no text for the folder ${folder}`)
  for (const folder of Object.keys(index.folders))
    if (!folders.has(folder)) report(`has a text for the folder ${folder}, which does not exist`)
  for (const { path } of files) if (!index.files[path]) report(`has no text for ${path}`)
  for (const [path, entry] of Object.entries({ ...index.folders, ...index.files })) {
    if (entry.details === entry.description) report(`${path}: the details repeat the description`)
    if (folders.has(path)) continue
    const file = files.find((candidate) => candidate.path === path)
    if (!file) report(`has a text for ${path}, which does not exist`)
    else if (entry.excerpt) {
      const excerpt = excerptOf(file, entry.excerpt)
      if (!excerpt) report(`${path} has no "${entry.excerpt}"`)
      else if (excerpt.code.split('\n').length > maximumLines)
        report(`${path}: the excerpt "${entry.excerpt}" has more than ${maximumLines} lines`)
    }
  }
  return problems
}
