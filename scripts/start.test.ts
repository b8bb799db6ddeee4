import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort, temporaryDirectory } from '../tests/support/server-process.ts'

const root = path.resolve(import.meta.dirname, '..')
let folder: ReturnType<typeof temporaryDirectory>
let port: string

/** Copies the project. In the copy, the build and the server only print that they ran. */
beforeEach(async () => {
  port = String(await freePort())
  folder = temporaryDirectory()
  for (const part of ['scripts', 'server', 'contract', 'content', 'brand', 'packages', 'kit'])
    cpSync(path.join(root, part), path.join(folder.path, part), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder.path, 'node_modules'))
  const write = (file: string, text: string) => writeFileSync(path.join(folder.path, file), text)
  // The real `imports`, because #content/… has to be the content of the last build when that is served.
  const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  write('package.json', JSON.stringify({ type: 'module', imports }))
  write(
    'scripts/build.mjs',
    `import { existsSync, mkdirSync } from 'node:fs'
     if (existsSync('broken')) process.exit(1)
     mkdirSync(process.env.BUILD_DIRECTORY + '/client')
     console.log('built')`,
  )
  write('package-lock.json', JSON.stringify({ packages: {} }))
  write(
    'server/main.ts',
    `import { site } from '#content/site.ts'
     console.log('served')
     console.log(site.termsVersion)`,
  )
})
afterEach(() => folder.remove())

function start(env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], {
    cwd: folder.path,
    env: { PATH: process.env.PATH ?? '', PORT: port, ...env },
    encoding: 'utf8',
  })
  return { status, stderr, stdout, ran: stdout.match(/^(built|served)$/gm) }
}

test.each([
  ['PUBLIC_URL', 'kit.example.com'],
  ['PUBLIC_URL', 'https://kit.example.com'],
])('with %s=%s, which the server refuses, nothing is built', (variable, value) => {
  const { status, stderr, ran } = start({ [variable]: value })
  expect({ status, ran }).toEqual({ status: 1, ran: null })
  expect(stderr).toContain('The shop cannot start with this configuration')
  expect(existsSync(path.join(folder.path, 'build/client'))).toBe(false)
})

test('with a valid configuration, the site is built, then served', () => {
  expect(start()).toMatchObject({ status: 0, stderr: '', ran: ['built', 'served'] })
})

test('a taken port is reported before anything is installed', async () => {
  writeFileSync(path.join(folder.path, 'package-lock.json'), JSON.stringify({ packages: { other: {} } }))
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port: taken } = other.address() as AddressInfo
  const { status, stderr, stdout } = start({ PORT: String(taken) })
  other.close()
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain(`Port ${taken} is taken by another program. Choose another: PORT=`)
})

test.each(['192.0.2.1', 'nobody.invalid'])('HOST=%s, which is not this machine, is reported', (host) => {
  const { status, stderr, stdout } = start({ HOST: host })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain(`${host} is not an address of this machine.`)
})

test('a port that is not a number is reported, too', () => {
  const { status, stderr, stdout } = start({ PORT: 'abc' })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain('PORT is "abc", which is not a port number')
})

test.each([
  ['cannot be built', 'broken', ''],
  ['cannot be parsed', 'content/site.ts', 'export const site = {{'],
])('when the content %s, the last valid build is served with its own texts and prices', (_, file, text) => {
  const write = (name: string, content: string) => writeFileSync(path.join(folder.path, name), content)
  const siteFile = readFileSync(path.join(folder.path, 'content/site.ts'), 'utf8')
  write('content/site.ts', siteFile.replace(/termsVersion: '.*'/, "termsVersion: 'old'"))
  expect(start().stdout).toContain('Starting the shop …\nserved\nold')
  write('content/site.ts', siteFile.replace(/termsVersion: '.*'/, "termsVersion: 'new'"))
  write(file, text)
  write('broken', '')
  const restarted = start()
  expect(restarted).toMatchObject({ status: 0, stdout: expect.stringContaining('served\nold') })
  expect(restarted.stderr).toContain('THE SHOP NOW SERVES ITS LAST GOOD BUILD')
  write('content/site.ts', siteFile.replace(/termsVersion: '.*'/, "termsVersion: 'new'"))
  rmSync(path.join(folder.path, 'broken'))
  expect(start().stdout).toContain('served\nnew')
})

test.each(['sk_live_51abc', 'rk_live_51abc'])('nothing is built beside the live key %s', (key) => {
  const live = { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_1234567890abcdef' }
  const refused = start(live)
  expect(refused).toMatchObject({ status: 1, ran: null })
  expect(refused.stderr).toContain('env -u STRIPE_SECRET_KEY npm run build')
  expect(start()).toMatchObject({ ran: ['built', 'served'] })
  expect(start(live)).toMatchObject({ status: 0, stderr: '', ran: ['served'] })
})

test('without a valid build, a failed build stops the start', () => {
  writeFileSync(path.join(folder.path, 'broken'), '')
  const { status, stderr, ran } = start()
  expect({ status, ran }).toEqual({ status: 1, ran: null })
  expect(stderr).toContain('The site could not be built')
})
