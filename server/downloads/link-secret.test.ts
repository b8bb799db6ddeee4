import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadLinkSecret } from './link-secret.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'link-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const config = () => ({ linkSecret: null, dataDir, databaseUrl: null })

test('one that is set is used, and none is kept', () => {
  expect(loadLinkSecret({ ...config(), linkSecret: 'set' })).toBe('set')
  expect(readdirSync(dataDir)).toEqual([])
})

test('one is made once, for its owner only', () => {
  const secret = loadLinkSecret(config())
  expect(secret).toHaveLength(43)
  expect(loadLinkSecret(config())).toBe(secret)
  expect(statSync(path.join(dataDir, 'link-secret')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['link-secret'])
})

test('one that is there is read where nothing can be written', () => {
  const secret = loadLinkSecret(config())
  mkdirSync(path.join(dataDir, `link-secret.${process.pid}.tmp`))
  expect(loadLinkSecret(config())).toBe(secret)
})

test('a folder that is made for it is for its owner only, as the orders will be in there', () => {
  const fresh = path.join(dataDir, 'fresh')
  loadLinkSecret({ ...config(), dataDir: fresh })
  expect(statSync(fresh).mode & 0o777).toBe(0o700)
})

test('with Postgres it must be set', () => {
  expect(() => loadLinkSecret({ ...config(), databaseUrl: 'postgres://x' })).toThrow('set LINK_SECRET')
})

test('a damaged one is not replaced in silence', () => {
  writeFileSync(path.join(dataDir, 'link-secret'), '')
  expect(() => loadLinkSecret(config())).toThrow('is damaged')
  expect(readFileSync(path.join(dataDir, 'link-secret'), 'utf8')).toBe('')
})

test('processes that start at once agree on one', async () => {
  const module = path.resolve('server/downloads/link-secret.ts')
  const code = `const { loadLinkSecret } = await import(${JSON.stringify(module)})
    process.stdout.write(loadLinkSecret(${JSON.stringify(config())}))`
  const secrets = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', code])
      let output = ''
      child.stdout.on('data', (chunk) => {
        output += chunk
      })
      await once(child, 'close')
      return output
    }),
  )
  expect(secrets[0]).toHaveLength(43)
  expect(new Set(secrets).size).toBe(1)
})
