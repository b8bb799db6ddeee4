// A real npm installs a small project, whose packages are folders.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory } from '../tests/support/server-process.ts'

let folder: ReturnType<typeof temporaryDirectory>
const write = (file: string, content: object | string) => {
  const full = path.join(folder.path, file)
  mkdirSync(path.dirname(full), { recursive: true })
  writeFileSync(full, typeof content === 'string' ? content : JSON.stringify(content))
}
const has = (name: string) => existsSync(path.join(folder.path, 'node_modules', name))
const nodePackage = `node-${process.platform}-${process.arch}`

beforeEach(() => {
  folder = temporaryDirectory()
  for (const file of ['install.mjs', 'run.mjs'])
    cpSync(path.join(import.meta.dirname, file), path.join(folder.path, 'scripts', file))
  const shop = {
    name: 'shop',
    workspaces: ['packages/*', 'scripts/node', 'tests/tools'],
    devDependencies: { tool: 'file:./tool' },
  }
  const pinned = { name: 'pinned-node', optionalDependencies: { [nodePackage]: 'file:../../stand-in' } }
  const tests = { name: 'test-tools', devDependencies: { runner: 'file:../../runner' } }
  // If this script ran, npm would fail. Only the tests have the optional peer.
  const tool = {
    ...{ name: 'tool', version: '1.0.0', engines: { node: '>=999' }, scripts: { install: 'exit 1' } },
    ...{ peerDependencies: { runner: '*' }, peerDependenciesMeta: { runner: { optional: true } } },
  }
  write('package.json', shop)
  write('packages/ham/package.json', { name: 'ham' })
  write('scripts/node/package.json', pinned)
  write('tests/tools/package.json', tests)
  write('stand-in/package.json', { name: nodePackage, version: '24.0.0', bin: { node: 'bin/node' } })
  write('stand-in/bin/node', '')
  write('tool/package.json', tool)
  write('runner/package.json', { name: 'runner', version: '1.0.0' })
  const packages = {
    '': shop,
    'node_modules/ham': { resolved: 'packages/ham', link: true },
    'node_modules/pinned-node': { resolved: 'scripts/node', link: true },
    'node_modules/test-tools': { resolved: 'tests/tools', link: true },
    [`node_modules/${nodePackage}`]: { resolved: 'stand-in', link: true },
    'node_modules/tool': { resolved: 'tool', link: true },
    'node_modules/runner': { resolved: 'runner', link: true },
    'packages/ham': {},
    'scripts/node': pinned,
    'tests/tools': tests,
    'stand-in': { name: nodePackage, version: '24.0.0', optional: true, bin: { node: 'bin/node' } },
    tool: { ...tool, dev: true, hasInstallScript: true },
    runner: { version: '1.0.0', dev: true },
  }
  write('package-lock.json', { name: 'shop', lockfileVersion: 3, packages })
})
afterEach(() => folder.remove())

/** @param machine the version that the machine's Node says it is */
function install(machine: string, tests = false, env: Record<string, string> = {}) {
  const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${machine}' } })
    Object.defineProperty(process, 'execPath', { value: '/usr/bin/node' })
    import('./scripts/install.mjs')`
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['-e', code, '--', ...(tests ? ['tests'] : [])],
    {
      cwd: folder.path,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    },
  )
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
