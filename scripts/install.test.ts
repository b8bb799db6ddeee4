// A real npm installs a small project, whose packages are folders.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory } from '../tests/support/server-process.ts'

/** The project, as it is before the first install. */
const original = temporaryDirectory()
let folder = original
const write = (file: string, content: object | string) => {
  const full = path.join(folder.path, file)
  mkdirSync(path.dirname(full), { recursive: true })
  writeFileSync(full, typeof content === 'string' ? content : JSON.stringify(content))
}
const has = (name: string) => existsSync(path.join(folder.path, 'node_modules', name))
const nodePackage = `node-${process.platform}-${process.arch}`

beforeAll(() => {
  for (const file of ['install.mjs', 'run.mjs'])
    cpSync(path.join(import.meta.dirname, file), path.join(folder.path, 'scripts', file))
  write('package.json', {
    name: 'shop',
    workspaces: ['packages/*', 'scripts/node', 'tests/tools'],
    devDependencies: { tool: 'file:./tool' },
  })
  write('packages/ham/package.json', { name: 'ham' })
  const pinned = { [nodePackage]: 'file:../../stand-in' }
  write('scripts/node/package.json', { name: 'pinned-node', optionalDependencies: pinned })
  write('stand-in/package.json', { name: nodePackage, version: '24.0.0', bin: { node: 'bin/node' } })
  write('stand-in/bin/node', '')
  const tools = { runner: 'file:../../runner' }
  write('tests/tools/package.json', { name: 'test-tools', devDependencies: tools })
  write('runner/package.json', { name: 'runner', version: '1.0.0' })
  // If this script ran, npm would fail. Only the tests have the optional peer.
  write('tool/package.json', {
    ...{ name: 'tool', version: '1.0.0', engines: { node: '>=999' }, scripts: { install: 'exit 1' } },
    ...{ peerDependencies: { runner: '*' }, peerDependenciesMeta: { runner: { optional: true } } },
  })
  const lock = ['install', '--package-lock-only', '--ignore-scripts', '--legacy-peer-deps', '--no-audit']
  expect(spawnSync('npm', lock, { cwd: folder.path }).status).toBe(0)
})
beforeEach(() => {
  folder = temporaryDirectory()
  cpSync(original.path, folder.path, { recursive: true, verbatimSymlinks: true })
})
afterEach(() => folder.remove())
afterAll(() => original.remove())

/** @param machine the version that the machine's Node says it is */
function install(machine: string, tests = false, env: Record<string, string> = {}) {
  const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${machine}' } })
    Object.defineProperty(process, 'execPath', { value: '/usr/bin/node' })
    import('./scripts/install.mjs')`
  const args = ['-e', code, '--', ...(tests ? ['tests'] : [])]
  const options = { cwd: folder.path, env: { ...process.env, ...env }, encoding: 'utf8' } as const
  const { status, stderr, stdout } = spawnSync(process.execPath, args, options)
  return { status, stderr, isQuiet: stdout === '' }
}

test('an old machine gets Node and the tools of the build, whatever npm would leave out, without scripts of packages; the tests’ tools come later', () => {
  const good = { status: 0, stderr: '', isQuiet: false }
  expect(install('20.19.0', false, { NODE_ENV: 'production', npm_config_omit: 'optional' })).toEqual(good)
  const installed = () => ['tool', 'ham', `${nodePackage}/bin/node`, 'runner'].map(has)
  expect(installed()).toEqual([true, true, true, false])
  expect(install('20.19.0')).toEqual({ ...good, isQuiet: true })
  const lock = readFileSync(path.join(folder.path, 'package-lock.json'), 'utf8')
  expect(install('20.19.0', true, { npm_config_omit: 'dev' })).toEqual(good)
  expect(installed()).toEqual([true, true, true, true])
  expect(readFileSync(path.join(folder.path, 'package-lock.json'), 'utf8')).toBe(lock)
  // The record does not replace Node itself.
  rmSync(path.join(folder.path, 'node_modules', nodePackage), { recursive: true })
  expect(install('20.19.0')).toEqual(good)
  expect(has(`${nodePackage}/bin/node`)).toBe(true)
})

test('a machine whose Node is new enough gets no other, and a new lock file installs again', () => {
  expect(install('24.0.0', true).status).toBe(0)
  expect([has('runner'), has(nodePackage)]).toEqual([true, false])
  write('package-lock.json', `${readFileSync(path.join(folder.path, 'package-lock.json'), 'utf8')}\n`)
  expect(install('24.0.0', true)).toEqual({ status: 0, stderr: '', isQuiet: false })
})

test("npm's message about a failed install is shown", () => {
  write('package.json', { name: 'shop', dependencies: { other: 'file:./other' } })
  const { status, stderr } = install('24.0.0')
  expect(status).toBe(1)
  expect(stderr).toContain('npm error')
})

test.each(['dash', 'bash'])('after the install, %s runs the Node that was installed', (shell) => {
  const { scripts } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'))
  write(
    'old/node',
    '#!/bin/sh\nmkdir -p new && printf "#!/bin/sh\necho new" > new/node && chmod +x new/node old/node\n',
  )
  write('old/biome', '')
  for (const file of ['old/node', 'old/biome']) chmodSync(path.join(folder.path, file), 0o755)
  for (const script of Object.values<string>(scripts)) {
    rmSync(path.join(folder.path, 'new'), { recursive: true, force: true })
    const env = { PATH: `${folder.path}/new:${folder.path}/old:/usr/bin:/bin` }
    const { stdout } = spawnSync(shell, ['-c', script], { cwd: folder.path, env, encoding: 'utf8' })
    expect(stdout, script).toBe('new\n'.repeat(script.split(/&& .*?\bnode /).length - 1))
  }
})
