import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { temporaryDirectory } from '../support/server-process.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = temporaryDirectory()
const programs = path.join(folder.path, 'programs')
const node = path.join(programs, 'node')
const dataDir = path.join(folder.path, 'data')
/** The folder where the seller types. */
const here = path.join(folder.path, 'the seller')

/**
 * Does what systemd does with the options of deploy/shop: sets the variables, replaces those in the arguments (man systemd.service;
 * here, all are empty), and starts the program in the project's folder.
 */
const systemdRun = `#!/bin/sh
while [ "\${1#--}" != "$1" ]; do
  case $1 in --setenv=*) export "\${1#--setenv=}" ;; esac
  shift
done
for argument do
  shift
  case $argument in '$$'*) ;; '$'*) continue ;; esac
  set -- "$@" "$(printf '%s\\n' "$argument" | sed 's/\\([^$]\\)\${[^}]*}/\\1/g; s/\\$\\$/$/g')"
done
export DATA_DIR="${dataDir}"
cd "${root}" && exec "$@"
`

beforeAll(async () => {
  for (const created of [programs, here]) mkdirSync(created)
  writeFileSync(path.join(programs, 'systemd-run'), systemdRun, { mode: 0o755 })
  symlinkSync(process.execPath, node)
  writeFileSync(path.join(here, 'notes.md'), '# News\n\nIt is better now.\n')
  const database = openDatabase({ dataDir, databaseUrl: null })
  await migrate(database)
  await database.destroy()
})
afterAll(() => folder.remove())

const shop = (args: string[], input = '') =>
  spawnSync('sh', [path.join(root, 'deploy/shop'), ...args], {
    cwd: here,
    env: { PATH: `${programs}:${process.env.PATH ?? ''}`, SELLER_EMAIL: 'seller@example.com' },
    encoding: 'utf8',
    input,
  })

test('a path on a server begins in the folder of the person who types it', () => {
  const notes = shop(['announce', 'notes.md'])
  expect(notes.stdout, notes.stderr).toContain('Queued "News"')
})

test('notes that only the caller may read arrive by the standard input', () => {
  const notes = shop(['announce', '-'], '# From a pipe\n\nIt is better now.\n')
  expect(notes.stdout, notes.stderr).toContain('Queued "From a pipe"')
})

test('a dollar sign arrives as it was typed', () => {
  rmSync(node)
  writeFileSync(node, `#!/bin/sh\nprintf '%s\\n' "$@"\n`, { mode: 0o755 })
  const note = `$348 by bank, for \${HOME}; $$`
  const { stdout } = shop(['note', 'order', note])
  expect(stdout).toContain('\noperator/cli.ts\n')
  expect(stdout.split('\n').slice(-4)).toEqual(['note', 'order', note, ''])
})
