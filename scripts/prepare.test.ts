import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildSettings, digest, isInstalled, pinnedNode, root } from './prepare.mjs'

let directory: string
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(directory, file)), { recursive: true })
  writeFileSync(path.join(directory, file), text)
}
const now = (settings?: Record<string, string>) =>
  digest(directory, ['site', 'missing', 'package.json'], settings)

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'digest-'))
  write('site/page.tsx', 'page')
  write('package.json', '{}')
})
afterEach(() => rmSync(directory, { recursive: true }))

describe('the digest', () => {
  test('is the same for the same files', () => {
    expect(now()).toBe(now())
  })
  test('changes with a file, its name, a new one and a setting', () => {
    const seen = new Set([now()])
    write('site/page.tsx', 'changed')
    seen.add(now())
    write('site/deep/other.tsx', '')
    seen.add(now())
    rmSync(path.join(directory, 'site/deep/other.tsx'))
    write('site/deep/renamed.tsx', '')
    seen.add(now())
    seen.add(now({ VITE_SITE_URL: 'https://kit.example.com' }))
    expect(seen.size).toBe(5)
  })
  test('does not change with a test or with what it was not asked about', () => {
    const before = now()
    write('site/page.test.tsx', 'test')
    write('server/main.ts', 'server')
    expect(now()).toBe(before)
  })
})

describe('the settings of a build', () => {
  test('default to the address that the server will have', () => {
    expect(buildSettings({})).toEqual({ VITE_SITE_URL: 'http://localhost:3000' })
    expect(buildSettings({ PORT: '8080' })).toEqual({ VITE_SITE_URL: 'http://localhost:8080' })
    expect(buildSettings({ PUBLIC_URL: 'https://kit.example.com/' })).toEqual({
      VITE_SITE_URL: 'https://kit.example.com',
    })
  })
  test('take VITE_ variables as they are, and no others', () => {
    expect(
      buildSettings({
        VITE_SITE_URL: 'https://www.example.com',
        VITE_FUNCTIONS_BASE_URL: 'https://f.example.com',
        STRIPE_SECRET_KEY: 'sk_test_1',
      }),
    ).toEqual({
      VITE_SITE_URL: 'https://www.example.com',
      VITE_FUNCTIONS_BASE_URL: 'https://f.example.com',
    })
  })
})

describe('packages are installed', () => {
  const lock = (packages: Record<string, object>) => write('package-lock.json', JSON.stringify({ packages }))
  const present = (packages: Record<string, object>) =>
    write('node_modules/.package-lock.json', JSON.stringify({ packages }))
  const hono = { 'node_modules/hono': { version: '4.0.0' } }

  test('when npm recorded what the lock file asks for', () => {
    lock({ '': { version: '1.0.0' }, ...hono })
    present(hono)
    expect(isInstalled(directory)).toBe(true)
  })
  test('not before npm has finished, not in another version, not when one is missing', () => {
    lock({ '': {}, ...hono })
    expect(isInstalled(directory)).toBe(false)
    present({ 'node_modules/hono': { version: '3.0.0' } })
    expect(isInstalled(directory)).toBe(false)
    present({})
    expect(isInstalled(directory)).toBe(false)
  })
  test('without the optional packages of other machines, but not with outdated ones', () => {
    lock({ '': {}, 'node_modules/fsevents': { version: '2.0.0', optional: true } })
    present({})
    expect(isInstalled(directory)).toBe(true)
    present({ 'node_modules/fsevents': { version: '1.0.0' } })
    expect(isInstalled(directory)).toBe(false)
  })
})

/** Copies the script into the directory, which is then the project's, and runs one of its steps there. */
function prepare(step: string, env: Record<string, string> = {}) {
  for (const file of ['prepare.mjs', 'child-environment.mjs'])
    cpSync(path.join(import.meta.dirname, file), path.join(directory, 'scripts', file))
  const code = `import('./scripts/prepare.mjs').then(({ script, ${step} }) => script(${step}))`
  // Where npm runs the tests, it hands on the project's own .npmrc.
  const settings = { npm_config_ignore_scripts: 'false', ...env }
  const options = { cwd: directory, env: { ...process.env, ...settings }, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync('node', ['-e', code], options)
  return { status, stderr }
}

/** Where Node is, from the project's folder. */
const node = path.relative(root, pinnedNode)

/** A project of Node and one tool, both packages in folders. The tool asks for a Node that nobody has. */
function needNode() {
  const nodePackage = path.basename(path.resolve(node, '../..'))
  const optionalDependencies = { [nodePackage]: 'file:./stand-in' }
  const devDependencies = { tool: 'file:./tool' }
  const tool = { name: 'tool', version: '1.0.0', engines: { node: '>=999' } }
  // If it ran, npm would fail.
  const script = { scripts: { install: 'exit 1' } }
  write('package.json', JSON.stringify({ name: 'shop', optionalDependencies, devDependencies }))
  write('stand-in/package.json', JSON.stringify({ name: nodePackage, version: '24.0.0' }))
  write('stand-in/bin/node', '')
  write('tool/package.json', JSON.stringify({ ...tool, ...script }))
  const packages = {
    '': { name: 'shop', optionalDependencies, devDependencies },
    [`node_modules/${nodePackage}`]: { resolved: 'stand-in', link: true },
    'node_modules/tool': { resolved: 'tool', link: true },
    'stand-in': { name: nodePackage, version: '24.0.0', optional: true },
    tool: { ...tool, dev: true, hasInstallScript: true },
  }
  write('package-lock.json', JSON.stringify({ name: 'shop', lockfileVersion: 3, packages }))
}

test.each([{ NODE_ENV: 'production' }, { npm_config_omit: 'dev' }, { npm_config_omit: 'optional' }])(
  'Node and what builds the site are installed with %o, with no script of a package and no warning',
  (setting) => {
    needNode()
    expect(prepare('installIfNeeded', setting)).toEqual({ status: 0, stderr: '' })
    expect(isInstalled(directory)).toBe(true)
    expect(existsSync(path.join(directory, node))).toBe(true)
    expect(existsSync(path.join(directory, 'node_modules/tool'))).toBe(true)
  },
)

test('Node is installed where npm left it out before', () => {
  needNode()
  expect(prepare('installIfNeeded').status).toBe(0)
  rmSync(path.join(directory, path.dirname(path.dirname(node))), { recursive: true })
  expect(isInstalled(directory)).toBe(true)
  expect(prepare('installIfNeeded')).toEqual({ status: 0, stderr: '' })
  expect(existsSync(path.join(directory, node))).toBe(true)
})

test('what npm says of an install that fails is shown', () => {
  needNode()
  write('package.json', JSON.stringify({ name: 'shop', dependencies: { other: 'file:./other' } }))
  const { status, stderr } = prepare('installIfNeeded')
  expect(status).toBe(1)
  expect(stderr).toContain('npm error')
})

test('a build that fails leaves the last one in its place', () => {
  write('package.json', JSON.stringify({ type: 'module', scripts: { build: 'node scripts/build.ts' } }))
  write(
    'scripts/build.ts',
    `import { cpSync, readFileSync } from 'node:fs'
     cpSync('content', (process.env.BUILD_DIRECTORY ?? 'build') + '/client', { recursive: true })
     if (readFileSync('content/index.html', 'utf8') === 'mistake') process.exit(1)`,
  )
  mkdirSync(path.join(directory, path.dirname(node)), { recursive: true })
  symlinkSync(process.execPath, path.join(directory, node))
  const build = (content: string) => {
    write('content/index.html', content)
    const { status, stderr } = prepare('buildIfNeeded')
    const served = readFileSync(path.join(directory, 'build/client/index.html'), 'utf8')
    return { status, kept: stderr.includes('last build is kept'), served }
  }
  expect(build('first')).toEqual({ status: 0, kept: false, served: 'first' })
  expect(build('mistake')).toEqual({ status: 1, kept: true, served: 'first' })
  expect(build('corrected')).toEqual({ status: 0, kept: false, served: 'corrected' })
})
