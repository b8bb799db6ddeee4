// Checks that each file that documents and comments name exists, and each link.
import path from 'node:path'
import { attributeOf, blocksIn } from '../hcl.ts'
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
  for (const file of files) {
    const report = (message: string) => problems.push({ file: file.path, line: 0, message })
    if (file.path.endsWith('.json')) continue
    for (const [, name = ''] of proseOf(file).matchAll(fileName))
      if (!name.startsWith('.github/') && !exists(files, file.path, name))
        report(`names ${name}, which the kit does not have`)
    if (!file.path.endsWith('.md')) continue
    for (const [, target = ''] of file.text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)) {
      const linked = path.posix.normalize(path.posix.join(path.posix.dirname(file.path), target))
      if (!files.some((other) => other.path === linked || other.path.startsWith(`${linked}/`)))
        report(`links to ${target}, which does not exist`)
    }
  }
  return problems
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
