// Runs the commands of docs/upgrading.md in a scratch repository: a buyer adds files and changes others, takes 1.1.0, and must
// lose nothing.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { KitFile, Problem } from '../read-kit.ts'

type Files = Record<string, string>

const document = 'docs/upgrading.md'
const name = 'aws-multi-account-kit'
/** Both the buyer and the next version change this file, in the same line. */
const bothChange = 'organization/organizational-units.tf'

/** The variables of this process, except those that lead git or `cd -` to a repository of the person who runs the check. */
const inherited = Object.fromEntries(
  Object.entries(process.env).filter(([key]) => !key.startsWith('GIT_') && key !== 'OLDPWD'),
)

class Scratch {
  readonly home = mkdtempSync(path.join(tmpdir(), 'kit-upgrade-'))
  readonly repository = path.join(this.home, 'work', 'infrastructure')

  /** Runs commands in the repository. Nothing of the machine's configuration of git counts. */
  run(commands: string): { status: number; output: string } {
    const person = { NAME: 'Ada', EMAIL: 'ada@example.com' }
    const identity = Object.entries(person).flatMap(([key, value]) => [
      [`GIT_AUTHOR_${key}`, value],
      [`GIT_COMMITTER_${key}`, value],
    ])
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-euc', commands], {
      cwd: this.repository,
      env: {
        ...inherited,
        ...Object.fromEntries(identity),
        // If a command ends up outside the scratch folder, git must not find another repository.
        GIT_CEILING_DIRECTORIES: path.dirname(this.home),
        HOME: this.home,
        GIT_CONFIG_NOSYSTEM: '1',
        PATH: `${path.join(this.home, 'bin')}:${process.env.PATH}`,
      },
      encoding: 'utf8',
    })
    return { status: status ?? 1, output: `${stdout}${stderr}` }
  }

  lines(command: string): string[] {
    return this.run(command).output.trim().split('\n').filter(Boolean).sort()
  }

  write(files: Files, folder = this.repository): void {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), text)
    }
  }

  /** A folder stands for the archive, and `unzip` copies it, so that the machine needs no such program. */
  archive(version: string, files: Files): void {
    this.write(files, path.join(this.home, `${name}-${version}.zip`, `${name}-${version}`))
  }

  read(file: string): string | null {
    const found = path.join(this.repository, file)
    return existsSync(found) ? readFileSync(found, 'utf8') : null
  }
}

const same = (a: string[], b: string[]) => a.join('\n') === b.toSorted().join('\n')

/** @returns nothing if a buyer who follows the document keeps every file and change */
export function checkUpgrade(files: KitFile[]): Problem[] {
  const problems: Problem[] = []
  const report = (message: string) => problems.push({ file: document, line: 0, message })
  const kit: Files = Object.fromEntries(files.map(({ path: file, text }) => [file, text]))
  const text = kit[document]
  if (!text) return []
  // The commands of the document, without the indentation of lists.
  const [once = '', eachTime = ''] = [...text.matchAll(/^( *)```bash\n([\s\S]*?)^ *```/gm)].map(
    ([, indent = '', code = '']) => code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
  const own: Files = {
    'organization/terraform.tfvars': 'prefix = "acme"\n',
    'organization/import.tf': '# what there was\n',
    '.github/workflows/own.yml': 'name: own\n',
    'networking/dns.tf': `${kit['networking/dns.tf']}\n# a record of ours\n`,
  }
  const theirs = { [bothChange]: `# ours\n${kit[bothChange]}` }
  const next: Files = {
    ...kit,
    VERSION: '1.1.0\n',
    'organization/new.tf': '# new in 1.1.0\n',
    'networking/routes.tf': `${kit['networking/routes.tf']}\n# changed in 1.1.0\n`,
    [bothChange]: `# new in 1.1.0\n${kit[bothChange]}`,
  }
  delete next['docs/costs.md']
  const scratch = new Scratch()
  try {
    mkdirSync(scratch.repository, { recursive: true })
    // As in `unzip -q ARCHIVE -d FOLDER`.
    scratch.write({ 'bin/unzip': '#!/bin/sh\nmkdir -p "$4" && cp -R "$2/." "$4"\n' }, scratch.home)
    scratch.run('chmod +x ~/bin/unzip')
    scratch.archive('1.0.0', kit)
    scratch.archive('1.1.0', next)
    scratch.write(kit)
    scratch.run('git init -qb main && git add -A && git commit -qm "The kit as we got it"')
    scratch.write({ ...own, ...theirs })
    scratch.run('git add -A && git commit -qm "Our values"')

    const first = scratch.run(once)
    if (first.status !== 0) report(`"Once" fails: ${first.output.trim()}`)
    if (!same(scratch.lines('git ls-tree -r --name-only kit'), Object.keys(kit)))
      report('after "Once", the branch kit has something other than the archive')
    if (!same(scratch.lines('git diff --name-only kit main'), [...Object.keys(own), bothChange]))
      report('after "Once", the difference to main is something other than what the buyer changed')

    scratch.run(eachTime)
    const conflicts = scratch.lines('git diff --name-only --diff-filter=U')
    if (!same(conflicts, [bothChange]))
      report(`"Each time" conflicts in ${conflicts.join(', ') || 'no file'}, and both changed ${bothChange}`)
    for (const [file, content] of Object.entries(own))
      if (scratch.read(file) !== content) report(`"Each time" loses the buyer's ${file}`)
    for (const file of ['VERSION', 'organization/new.tf', 'networking/routes.tf', 'docs/costs.md'])
      if (scratch.read(file) !== (next[file] ?? null)) report(`"Each time" does not bring ${file} of 1.1.0`)
  } finally {
    rmSync(scratch.home, { recursive: true, force: true })
  }
  return problems
}
