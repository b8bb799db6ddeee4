// Runs the commands of kit/docs/upgrading.md in a scratch repository of a buyer.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readKitFolder } from '../../kit-reader/kit-folder.ts'

const name = 'aws-multi-account-kit'
const document = readFileSync('kit/docs/upgrading.md', 'utf8')
/** The commands of the document, without the indentation of lists. */
const [once = '', eachTime = ''] = [...document.matchAll(/^( *)```bash\n([\s\S]*?)^ *```/gm)].map(
  ([, indent = '', code = '']) => code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
)

let home: string
let repository: string

function run(command: string): { status: number; output: string } {
  const env = {
    ...process.env,
    HOME: home,
    // The last folder has an `unzip` for machines that lack it.
    PATH: `${process.env.PATH}:${path.join(home, 'bin')}`,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  }
  try {
    const output = execFileSync('bash', ['-euc', command], { cwd: repository, env, encoding: 'utf8' })
    return { status: 0, output }
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
    return { status, output: `${stdout}${stderr}` }
  }
}

type Files = Record<string, string>

function write(folder: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
}

const archive = (version: string, files: Files) =>
  writeFileSync(
    path.join(home, `${name}-${version}.zip`),
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([file, text]) => [`${name}-${version}/${file}`, strToU8(text)]),
      ),
    ),
  )

const kit: Files = Object.fromEntries(
  readKitFolder().map(({ path: file, bytes }) => [file, Buffer.from(bytes).toString()]),
)
const changed = (file: string, original: string, replacement: string): Files => {
  if (!kit[file]?.includes(original)) throw new Error(`${file} does not contain ${original}`)
  return { [file]: kit[file].replace(original, replacement) }
}
const own: Files = {
  'organization/terraform.tfvars': 'prefix = "acme"\n',
  'organization/import.tf': '# what there was\n',
  '.github/workflows/own.yml': 'name: own\n',
  ...changed('networking/variables.tf', '"10.64.0.0/', '"10.32.0.0/'),
}
const units = 'organization/organizational-units.tf'
const theirUnits = changed(units, 'shared ', 'common ')
const next: Files = {
  ...kit,
  VERSION: '1.1.0\n',
  'organization/new.tf': '# new in 1.1.0\n',
  ...changed('organization/budgets.tf', '= 80', '= 70'),
  ...changed(units, 'shared ', 'platform '),
}
delete next['docs/decision-shared-subnets.md']

beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), 'kit-upgrade-'))
  repository = path.join(home, 'work', 'infrastructure')
  mkdirSync(repository, { recursive: true })
  write(path.join(home, 'bin'), {
    unzip: `#!/bin/sh\nexec "${process.execPath}" "${path.resolve('checks/kit/unzip.ts')}" "$@"\n`,
  })
  execFileSync('chmod', ['+x', path.join(home, 'bin/unzip')])
  archive('1.0.0', kit)
  archive('1.1.0', next)
  write(repository, kit)
  run('git init -qb main && git add -A && git commit -qm "The kit as we got it"')
  write(repository, { ...own, ...theirUnits })
  run('git add -A && git commit -qm "Our values"')
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const at = (file: string) => readFileSync(path.join(repository, file), 'utf8')
const list = (command: string) => run(command).output.trim().split('\n').sort()

test('once: the branch kit has the archive alone, and the difference to main is what the buyer changed', () => {
  expect(run(once)).toMatchObject({ status: 0 })
  expect(list('git ls-tree -r --name-only kit')).toEqual(Object.keys(kit).sort())
  expect(list('git diff --name-only kit main')).toEqual([...Object.keys(own), units].sort())
})

test('each time: nothing of the buyer is lost, and only what both changed conflicts', () => {
  expect(run(eachTime).status).not.toBe(0)
  expect(list('git diff --name-only --diff-filter=U')).toEqual([units])
  for (const [file, text] of Object.entries(own)) expect(at(file)).toBe(text)
  expect(at('VERSION')).toBe('1.1.0\n')
  expect(at('organization/new.tf')).toBe(next['organization/new.tf'])
  expect(at('organization/budgets.tf')).toBe(next['organization/budgets.tf'])
  expect(existsSync(path.join(repository, 'docs/decision-shared-subnets.md'))).toBe(false)
  run(`git checkout --ours ${units} && git add -A && git commit -qm "Take kit 1.1.0"`)
  expect(list('git diff --name-only main')).toEqual(
    ['VERSION', 'docs/decision-shared-subnets.md', 'organization/budgets.tf', 'organization/new.tf'].sort(),
  )
  expect(at(units)).toBe(theirUnits[units])
})
