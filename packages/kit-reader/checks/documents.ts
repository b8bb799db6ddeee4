// Checks that everything that documents and comments name exists: files, links, make targets, layers, variables. Also checks
// that each step ends with a check.
import path from 'node:path'
import { attributeOf, attributesIn, type Body, blocksIn } from 'terraform/hcl'
import type { KitFile, Problem } from '../read-kit.ts'

/** Files that the reader creates, and files of other projects. */
const otherFiles = new Set([
  ...[
    'terraform.tfvars',
    'backend.hcl',
    'plan.bin',
    '.terraform.lock.hcl',
    'import.tf',
    'destroy_override.tf',
    'override.tf',
    '_override.tf',
    'baseline.yaml',
  ],
  ...['old.tfstate', 'new.tfstate', 'terraform.tfstate', 'Dockerfile', 'crash.log', 'x.json', 'x.json.gz'],
])

const fileName =
  /(?<![\w./<>{}$*-])((?:[\w.-]+\/)*[\w.-]*\.(?:tf|tfvars|tfvars\.example|hcl|hcl\.example|json|yaml|yml|md))(?![\w/*-])/g

/** Collects every name that the kit defines, and the names of Terraform that the documents use. */
function knownWords(files: KitFile[]): Set<string> {
  const words = new Set([
    'prevent_destroy',
    'terraform_version',
    'account_id',
    'parent_id',
    'security_controls_configuration',
  ])
  const collect = (body: Body): void => {
    for (const block of blocksIn(body)) {
      for (const label of block.labels) words.add(label)
      collect(block.body)
    }
    for (const attribute of attributesIn(body)) {
      words.add(attribute.name)
      for (const [, key = ''] of attribute.expression.matchAll(/(?:^|[\s{(,])([a-z]\w*)\s*=/g)) words.add(key)
    }
  }
  for (const file of files) collect(file.hcl ?? [])
  return words
}

function exists(files: KitFile[], document: string, name: string): boolean {
  const folder = path.posix.dirname(document)
  const clean = name.replace(/^\.\//, '')
  if (otherFiles.has(path.posix.basename(clean))) return true
  return files.some(
    (file) =>
      file.path === clean ||
      file.path === path.posix.normalize(path.posix.join(folder, clean)) ||
      // A name without a folder may mean a file in any folder.
      (!clean.includes('/') && path.posix.basename(file.path) === clean),
  )
}

/** The comments of a code file, or the whole text of a document. */
function proseOf(file: KitFile): string {
  if (file.path.endsWith('.md')) return file.text
  return file.text
    .split('\n')
    .filter((line) => /^\s*(?:#|\/\/)/.test(line))
    .join('\n')
}

export function checkDocuments(files: KitFile[]): Problem[] {
  const problems: Problem[] = []
  const makefile = files.find((file) => file.path === 'Makefile')?.text ?? ''
  const targets = new Set([...makefile.matchAll(/^([a-z]+):/gm)].map((match) => match[1]))
  const layers = /^LAYERS := (.*)$/m.exec(makefile)?.[1]?.split(' ') ?? []
  const words = knownWords(files)
  for (const file of files) {
    const report = (message: string) => problems.push({ file: file.path, line: 0, message })
    if (file.path === 'index.json' || file.path.endsWith('.json')) continue
    const prose = proseOf(file)
    for (const [, name = ''] of prose.matchAll(fileName)) {
      const workflow = /^\.github\//.test(name)
      if (!workflow && !exists(files, file.path, name)) report(`names ${name}, which the kit does not have`)
    }
    for (const [, target = ''] of prose.matchAll(/(?:^|`)make ([a-z]+)(?= LAYER|`|$)/gm))
      if (makefile && !targets.has(target)) report(`names "make ${target}", which the Makefile does not have`)
    for (const [, layer = ''] of prose.matchAll(/make \w+ LAYER=([\w-]+)/g))
      if (!layers.includes(layer)) report(`names the layer ${layer}, which the Makefile does not have`)
    if (!file.path.endsWith('.md')) continue
    if (!file.text.startsWith('# ')) report('does not begin with a heading')
    for (const [, target = ''] of file.text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)) {
      const linked = path.posix.normalize(path.posix.join(path.posix.dirname(file.path), target))
      if (!files.some((other) => other.path === linked || other.path.startsWith(`${linked}/`)))
        report(`links to ${target}, which does not exist`)
    }
    for (const [, word = ''] of file.text.matchAll(/`([a-z]+(?:_[a-z0-9]+)+)`/g))
      if (!words.has(word)) report(`names ${word}, but nothing in the kit has this name`)
    checkSteps(file, report)
  }
  return problems
}

/** The pages that set something up. Each of their steps says how to take it back. */
const setups = ['docs/existing-organization.md', 'docs/getting-started.md', 'docs/identity-provider.md']

/** Checks that each step, which has a heading such as "1. Do this", says how the reader checks its result. */
function checkSteps(file: KitFile, report: (message: string) => void): void {
  for (const section of file.text.split(/^## /m).slice(1)) {
    const [title = ''] = section.split('\n')
    const isStep = /^\d+\. /.test(title)
    const prepares = /^4\. Find out/.test(title)
    if (isStep && !prepares && !section.includes('**Check**')) report(`the step "${title}" has no check`)
    if (isStep && setups.includes(file.path) && !section.includes('**Undo**'))
      report(`the step "${title}" has no undo`)
  }
}

/**
 * Checks that VERSION and the newest entry of the changelog have the same version, and that all folders require the same
 * version of the AWS provider.
 */
export function checkVersion(files: KitFile[]): Problem[] {
  const text = (name: string) => files.find((file) => file.path === name)?.text ?? ''
  const version = text('VERSION').trim()
  const problems: Problem[] = []
  if (!/^\d+\.\d+\.\d+$/.test(version))
    problems.push({ file: 'VERSION', line: 0, message: 'is not a version such as 1.0.0' })
  const newest = /^## (\S+)/m.exec(text('CHANGELOG.md'))?.[1]
  if (newest !== version)
    problems.push({
      file: 'CHANGELOG.md',
      line: 0,
      message: `begins with ${newest}, and VERSION is ${version}`,
    })
  for (const file of files) {
    const provider = blocksIn(file.hcl ?? [], 'terraform').flatMap((block) =>
      blocksIn(block.body, 'required_providers'),
    )
    const constraint = provider.map((block) => attributeOf(block.body, 'aws')?.expression ?? '').join('')
    if (constraint && !/6\.66"/.test(constraint))
      problems.push({
        file: file.path,
        line: 0,
        message: 'requires another version of the AWS provider than the other folders',
      })
  }
  return problems
}
