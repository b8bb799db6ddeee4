import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort, temporaryDirectory } from '../tests/support/server-process.ts'
import { root } from './run.mjs'

/** A canary value for each variable that holds a secret, and for an unknown one. */
const canary = 'canary-7f3a'
const secrets = Object.fromEntries(
  [
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'SMTP_URL',
    'DATABASE_URL',
    'LINK_SECRET',
    'PGPASSWORD',
    'AWS_SECRET_ACCESS_KEY',
    'SOME_OTHER_TOKEN',
  ].map((name) => [name, `${canary}-${name}`]),
)

/** The variables that the tools need, with values that the tests recognize. */
const needed = { HOME: '/tmp', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TZ: 'UTC', CI: 'true' }

let folder: ReturnType<typeof temporaryDirectory>
let bin: ReturnType<typeof temporaryDirectory>
const at = (file: string) => path.join(folder.path, file)
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(at(file)), { recursive: true })
  writeFileSync(at(file), text)
}
/** The environment that a stand-in for a tool received. */
const environmentOf = (tool: string): Record<string, string> =>
  JSON.parse(readFileSync(at(`${tool}.seen`), 'utf8'))

/** Writes a stand-in for a tool, which records its environment. Its code is valid as an ES module and as CommonJS. */
function standIn(file: string, tool: string) {
  const record = JSON.stringify(at(`${tool}.seen`))
  write(file, `import('node:fs').then((fs) => fs.writeFileSync(${record}, JSON.stringify(process.env)))\n`)
}

/** The tools that a script runs, in order. The build runs the type check, then the bundler. */
const toolsOf = (script: string) =>
  [
    ...readFileSync(path.join(root, script), 'utf8').matchAll(
      /'(node_modules\/[^']+\.[a-z]+|node_modules\/[^']+\/bin\/[^']+)'/g,
    ),
  ].map(([, tool = '']) => tool)
const buildTools = toolsOf('scripts/build.mjs')
const devTools = toolsOf('scripts/dev.mjs')

/** Copies the project. Stand-ins for npm and the tools record their environment. */
beforeEach(() => {
  folder = temporaryDirectory()
  for (const part of ['scripts', 'server', 'contract', 'content', 'brand', 'packages', 'kit'])
    cpSync(path.join(root, part), at(part), { recursive: true })
  const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  write('package.json', JSON.stringify({ type: 'module', imports }))
  // The record of the installed packages is missing, so the start calls npm.
  write('package-lock.json', JSON.stringify({ packages: { 'node_modules/none': { version: '1.0.0' } } }))
  standIn('npm.mjs', 'npm')
  // npm is outside of the project, because the start never searches the project for it.
  bin = temporaryDirectory()
  writeFileSync(path.join(bin.path, 'npm'), `#!/bin/sh\nexec "${process.execPath}" "${at('npm.mjs')}"\n`)
  chmodSync(path.join(bin.path, 'npm'), 0o755)
  mkdirSync(at('node_modules'))
  for (const name of ['valibot', 'hono', 'fflate', 'kit-reader'])
    symlinkSync(path.join(root, 'node_modules', name), at(`node_modules/${name}`))
  for (const tool of [...buildTools, ...devTools]) standIn(tool, path.basename(tool))
})
afterEach(() => {
  folder.remove()
  bin.remove()
})

function run(script: string, env: Record<string, string> = {}) {
  const PATH = `${bin.path}${path.delimiter}${process.env.PATH}`
  const variables = { ...secrets, ...needed, ...env, PATH }
  return spawnSync(process.execPath, [script], { cwd: folder.path, env: variables, encoding: 'utf8' })
}

function expectNoSecretIn(tool: string) {
  const received = environmentOf(tool)
  expect(Object.entries(received).filter(([, value]) => value.includes(canary))).toEqual([])
  expect(received).toMatchObject(needed)
}

test('npm gets its settings and the proxy, and none of the shop’s keys', () => {
  const proxy = { HTTPS_PROXY: 'http://proxy.example:3128', NODE_EXTRA_CA_CERTS: '/etc/ca.pem' }
  run('scripts/build.mjs', {
    ...proxy,
    npm_config_registry: 'http://registry.example',
    BUILD_DIRECTORY: 'elsewhere',
  })
  expectNoSecretIn('npm')
  expect(environmentOf('npm')).toMatchObject({ ...proxy, npm_config_registry: 'http://registry.example' })
})

test('the type check and the bundler get the settings of the build, and none of the shop’s keys', () => {
  const settings = { VITE_FUNCTIONS_BASE_URL: 'https://f.example.com', PUBLIC_URL: 'https://kit.example.com' }
  write('package-lock.json', JSON.stringify({ packages: {} }))
  run('scripts/build.mjs', { ...settings, BUILD_DIRECTORY: 'elsewhere' })
  expect(buildTools.length).toBeGreaterThan(1)
  for (const tool of buildTools.map((file) => path.basename(file))) {
    expectNoSecretIn(tool)
    expect(environmentOf(tool)).toMatchObject({ ...settings, BUILD_DIRECTORY: 'elsewhere' })
  }
  expect(environmentOf(path.basename(buildTools.at(-1) ?? '')).VITE_SITE_URL).toBe('https://kit.example.com')
})

test('npm start passes all keys to the check of the configuration, but none to the build', async () => {
  write('package-lock.json', JSON.stringify({ packages: {} }))
  standIn('scripts/build.mjs', 'build')
  const PORT = String(await freePort())
  const { stderr } = run('scripts/start.mjs', { PORT })
  // The canaries are invalid keys. The check fails, so it has seen them.
  expect(stderr).toContain('STRIPE_SECRET_KEY: it is not a Stripe secret key')
  expect(existsSync(at('build.seen'))).toBe(false)

  const good = { STRIPE_SECRET_KEY: `sk_test_${canary.replaceAll('-', '')}`, STRIPE_WEBHOOK_SECRET: '' }
  run('scripts/start.mjs', { PORT, ...good, SMTP_URL: '', DATABASE_URL: '', LINK_SECRET: canary.repeat(3) })
  expectNoSecretIn('build')
  expect(Object.keys(environmentOf('build'))).not.toContain('STRIPE_SECRET_KEY')
})

test('the development server of the site gets none of the shop’s keys', async () => {
  write('package-lock.json', JSON.stringify({ packages: {} }))
  const ports = { PORT: String(await freePort()), FUNCTIONS_PORT: String(await freePort()) }
  run('scripts/dev.mjs', ports)
  const server = path.basename(devTools.at(-1) ?? '')
  expectNoSecretIn(server)
  expect(environmentOf(server)).toMatchObject({ FUNCTIONS_PORT: ports.FUNCTIONS_PORT })
})
