import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isInstalled, lockedNode } from './install.mjs'
import { root } from './run.mjs'

let directory: string
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(directory, file)), { recursive: true })
  writeFileSync(path.join(directory, file), text)
}

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'install-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

describe('packages are installed', () => {
  const lock = (packages: Record<string, object>) => write('package-lock.json', JSON.stringify({ packages }))
  const installed = (packages: Record<string, object>) =>
    write('node_modules/.package-lock.json', JSON.stringify({ packages }))
  const hono = { 'node_modules/hono': { version: '4.0.0' } }

  test('when the record of npm has everything in the lock file', () => {
    lock({ '': { version: '1.0.0' }, ...hono })
    installed(hono)
    expect(isInstalled(directory)).toBe(true)
  })
  test('but not before npm has finished, in another version, or when one is missing', () => {
    lock({ '': {}, ...hono })
    expect(isInstalled(directory)).toBe(false)
    installed({ 'node_modules/hono': { version: '3.0.0' } })
    expect(isInstalled(directory)).toBe(false)
    installed({})
    expect(isInstalled(directory)).toBe(false)
  })
  test('with a link to each package of the project itself', () => {
    const own = {
      'packages/ham': { version: '1.0.0' },
      'node_modules/ham': { resolved: 'packages/ham', link: true },
    }
    lock(own)
    installed(own)
    expect(isInstalled(directory)).toBe(false)
    write('node_modules/ham/package.json', '{}')
    expect(isInstalled(directory)).toBe(true)
  })
  test('without the optional packages of other platforms, but not with outdated optional packages', () => {
    lock({ '': {}, 'node_modules/fsevents': { version: '2.0.0', optional: true } })
    installed({})
    expect(isInstalled(directory)).toBe(true)
    installed({ 'node_modules/fsevents': { version: '1.0.0' } })
    expect(isInstalled(directory)).toBe(false)
  })
})

/**
 * Copies the script into the directory, which makes it the project's folder, and runs a step of the script there.
 * @param machine the version that the machine's own Node says it is
 */
function runStep(step: string, env: Record<string, string> = {}, machine = '20.19.0', options = {}) {
  for (const file of ['install.mjs', 'run.mjs', 'child-environment.mjs'])
    cpSync(path.join(import.meta.dirname, file), path.join(directory, 'scripts', file))
  const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${machine}' } })
    Promise.all([import('./scripts/run.mjs'), import('./scripts/install.mjs')]).then(([{ script }, install]) => script(async () => {
      if ('${step}' === 'node') console.log(install.node)
      else await install.${step}(${JSON.stringify(options)})
    }))`
  // When npm runs the tests, it passes on the settings of the project's .npmrc.
  const settings = { npm_config_ignore_scripts: 'false', ...env }
  const { status, stderr, stdout } = spawnSync('node', ['-e', code], {
    cwd: directory,
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  })
  return { status, stderr, stdout }
}

test.each(['C# projects', '100% kit', 'what?'])('a clone in "%s" is told to rename the folder', (name) => {
  const parent = directory
  directory = path.join(parent, name)
  mkdirSync(directory)
  try {
    const { status, stderr, stdout } = runStep('installIfNeeded')
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toBe(
      `\nRename the folder ${realpathSync(directory)}, because the site cannot be built in a path that contains "${name.match(/[#%?]/)?.[0]}".\n`,
    )
  } finally {
    directory = parent
  }
})

/** The path of Node, relative to the project's folder. */
const node = path.relative(root, lockedNode)

/** Writes a project whose packages are folders: Node, a tool that requires a version of Node that does not exist, and one for tests. */
function writeProject() {
  const nodePackage = path.basename(path.resolve(node, '../..'))
  const workspaces = ['packages/*', 'scripts/node', 'tests/tools']
  const root = { name: 'shop', workspaces, devDependencies: { tool: 'file:./tool' } }
  const pinned = { name: 'pinned-node', optionalDependencies: { [nodePackage]: 'file:../../stand-in' } }
  const tests = { name: 'test-tools', devDependencies: { runner: 'file:../../runner' } }
  const tool = { name: 'tool', version: '1.0.0', engines: { node: '>=999' } }
  // If this script ran, npm would fail.
  const script = { scripts: { install: 'exit 1' } }
  write('package.json', JSON.stringify(root))
  write('packages/ham/package.json', JSON.stringify({ name: 'ham' }))
  write('scripts/node/package.json', JSON.stringify(pinned))
  write('tests/tools/package.json', JSON.stringify(tests))
  write('stand-in/package.json', JSON.stringify({ name: nodePackage, version: '24.0.0' }))
  write('stand-in/bin/node', '')
  write('tool/package.json', JSON.stringify({ ...tool, ...script }))
  write('runner/package.json', JSON.stringify({ name: 'runner', version: '1.0.0' }))
  const packages = {
    '': root,
    'node_modules/ham': { resolved: 'packages/ham', link: true },
    'node_modules/pinned-node': { resolved: 'scripts/node', link: true },
    'node_modules/test-tools': { resolved: 'tests/tools', link: true },
    [`node_modules/${nodePackage}`]: { resolved: 'stand-in', link: true },
    'node_modules/tool': { resolved: 'tool', link: true },
    'node_modules/runner': { resolved: 'runner', link: true },
    'packages/ham': {},
    'scripts/node': pinned,
    'tests/tools': tests,
    'stand-in': { name: nodePackage, version: '24.0.0', optional: true },
    tool: { ...tool, dev: true, hasInstallScript: true },
    runner: { version: '1.0.0', dev: true },
  }
  write('package-lock.json', JSON.stringify({ name: 'shop', lockfileVersion: 3, packages }))
}
const has = (name: string) => existsSync(path.join(directory, 'node_modules', name))

test.each([{ NODE_ENV: 'production' }, { npm_config_omit: 'dev' }, { npm_config_omit: 'optional' }])(
  'with %o, Node and the tools of the build are installed, without package scripts and warnings',
  (setting) => {
    writeProject()
    expect(runStep('installIfNeeded', setting)).toMatchObject({ status: 0, stderr: '' })
    expect(existsSync(path.join(directory, node))).toBe(true)
    expect([has('tool'), has('ham'), has('runner')]).toEqual([true, true, false])
  },
)

test('what only the tests need comes when they run, and everything else stays as it is', () => {
  writeProject()
  const lock = readFileSync(path.join(directory, 'package-lock.json'), 'utf8')
  expect(runStep('installIfNeeded').status).toBe(0)
  // A second start installs nothing.
  expect(runStep('installIfNeeded')).toEqual({ status: 0, stderr: '', stdout: '' })
  const before = lstatSync(path.join(directory, 'node_modules/ham'), { bigint: true }).birthtimeNs
  expect(runStep('installIfNeeded', {}, '20.19.0', { tests: true })).toMatchObject({ status: 0, stderr: '' })
  expect(has('runner')).toBe(true)
  expect(lstatSync(path.join(directory, 'node_modules/ham'), { bigint: true }).birthtimeNs).toBe(before)
  expect(readFileSync(path.join(directory, 'package-lock.json'), 'utf8')).toBe(lock)
  for (const tests of [true, false])
    expect(runStep('installIfNeeded', {}, '20.19.0', { tests })).toEqual({
      status: 0,
      stderr: '',
      stdout: '',
    })
})

test('a new lock file installs again', () => {
  writeProject()
  expect(runStep('installIfNeeded').status).toBe(0)
  const lock = path.join(directory, 'package-lock.json')
  writeFileSync(lock, `${readFileSync(lock, 'utf8')}\n`)
  expect(runStep('installIfNeeded').stdout).toContain('Installing packages')
})

test('a machine whose Node is new enough gets no other', () => {
  writeProject()
  for (const tests of [false, true])
    expect(runStep('installIfNeeded', {}, '24.0.0', { tests }).status).toBe(0)
  expect([has('runner'), existsSync(path.join(directory, node))]).toEqual([true, false])
})

test('Node is installed if npm left it out before', () => {
  writeProject()
  expect(runStep('installIfNeeded').status).toBe(0)
  rmSync(path.join(directory, path.dirname(path.dirname(node))), { recursive: true })
  expect(runStep('installIfNeeded')).toMatchObject({ status: 0, stderr: '' })
  expect(existsSync(path.join(directory, node))).toBe(true)
})

describe("the machine's own Node", () => {
  const chosenBy = (machine: string) => {
    const { stdout } = runStep('node', {}, machine)
    return stdout.trim()
  }
  test.each(['24.0.0', '26.1.0'])('is used if it is %s', (version) => {
    expect(chosenBy(version)).toBe(process.execPath)
  })
  test.each(['20.19.0', '22.20.0'])('is not used if it is %s', (version) => {
    expect(chosenBy(version)).toBe(path.join(realpathSync(directory), node))
  })
  test('is found although npm puts the Node of the lock file first', () => {
    mkdirSync(path.join(directory, path.dirname(node)), { recursive: true })
    copyFileSync(process.execPath, path.join(directory, node))
    const machine = path.join(directory, '..', `${path.basename(directory)}-machine`)
    mkdirSync(machine)
    const own = path.dirname(path.join(directory, node))
    const choose = (version: string) => {
      writeFileSync(path.join(machine, 'node'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 })
      const PATH = [own, machine, process.env.PATH].join(path.delimiter)
      return runStep('node', { PATH }, '24.21.0').stdout.trim()
    }
    const chosen = [choose('24.9.0'), choose('20.19.0')]
    rmSync(machine, { recursive: true })
    expect(chosen).toEqual([path.join(machine, 'node'), path.join(realpathSync(directory), node)])
  })
  test('is enough: nothing is missing without the Node of the lock file', () => {
    writeProject()
    expect(runStep('installIfNeeded').status).toBe(0)
    rmSync(path.join(directory, path.dirname(path.dirname(node))), { recursive: true })
    const again = runStep('installIfNeeded', {}, '24.0.0')
    expect(again).toEqual({ status: 0, stderr: '', stdout: '' })
  })
})

test("npm's message about a failed install is shown", () => {
  writeProject()
  write('package.json', JSON.stringify({ name: 'shop', dependencies: { other: 'file:./other' } }))
  const { status, stderr } = runStep('installIfNeeded')
  expect(status).toBe(1)
  expect(stderr).toContain('npm error')
})
