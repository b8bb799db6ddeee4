import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { functions } from '../../contract/paths.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { startScript, startServer, temporaryDirectory } from '../support/server-process.ts'

interface Package {
  /** Not installed by `npm ci --omit=dev`. */
  dev?: boolean
  /** Needed by a package for development and, optionally, by one for production. */
  devOptional?: boolean
  optional?: boolean
}

const lock: { packages: Record<string, Package> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const isDirect = (name: string) => name.lastIndexOf('node_modules/') === 0

/** A copy of the project with only the packages that production needs. */
const project = temporaryDirectory()
const data = temporaryDirectory()
const at = (file: string) => path.join(project.path, file)

beforeAll(() => {
  for (const part of [
    'content',
    'contract',
    'operator',
    'server',
    'package.json',
    'brand',
    'kit',
    'packages',
    'checks',
  ])
    if (existsSync(part)) cpSync(part, at(part), { recursive: true })
  // The workspaces that only list packages are not always linked.
  for (const [name, { dev, devOptional, optional }] of Object.entries(lock.packages))
    if (name && isDirect(name) && !dev && !devOptional && !optional && existsSync(name))
      // A package of the project itself is a relative link, which must stay one.
      cpSync(name, at(name), { recursive: true, verbatimSymlinks: true })
})
afterAll(() => {
  project.remove()
  data.remove()
})

test('the server and the seller’s commands need only the production packages @long', async () => {
  for (const name of ['vite', 'vitest', 'typescript', '@playwright/test'])
    expect(existsSync(at(`node_modules/${name}`))).toBe(false)
  const server = await startServer(data.path, { NODE_ENV: 'production' }, at('server/main.ts'))
  const form = (address: string, fields: Record<string, string>) =>
    fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const started = await form(server.url + functions.createCheckout, aBuyer())
  expect(started.status).toBe(303)
  await form(started.headers.get('location') ?? '', { action: 'pay' })
  const mails = () => readdirSync(path.join(data.path, 'mail')).filter((name) => name.endsWith('.eml'))
  // The receipt, and the notice to the seller.
  await expect.poll(mails).toHaveLength(2)
  const mail = readFileSync(path.join(data.path, 'mail', mails()[0] ?? ''), 'utf8')
  expect(mail).toContain('Content-Type: text/html')

  const command = startScript([at('operator/cli.ts'), 'orders', 'list'], { DATA_DIR: data.path })
  expect(await command.ended).toBe(0)
  expect(command.output()).toContain('Ada Lovelace')
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})
