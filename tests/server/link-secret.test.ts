import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ensureLinkSecret, readLinkSecret } from '../../server/downloads/link-secret.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'link-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const folder = () => path.join(dataDir, 'keys')
const file = () => path.join(folder(), 'link-secret')
const config = (linkSecret: string | null = null) => ({ linkSecret, dataDir: folder(), databaseUrl: null })
const ensure = (linkSecret?: string) => ensureLinkSecret(config(linkSecret))

describe('a key', () => {
  test('in LINK_SECRET is used, and no file is written', () => {
    expect(ensure('set')).toBe('set')
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('is created once, and only its owner can read it and its folder', () => {
    const secret = ensure()
    expect(secret).toHaveLength(43)
    expect(ensure()).toBe(secret)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(folder()).mode & 0o777).toBe(0o700)
    expect(readdirSync(folder())).toEqual(['link-secret'])
  })

  test('that exists is read even if nothing can be written', () => {
    const secret = ensure()
    mkdirSync(`${file()}.${process.pid}.tmp`)
    expect(ensure()).toBe(secret)
  })

  test('is not created by a command that signs nothing', () => {
    expect(readLinkSecret(config())).toBe(null)
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('must be set with Postgres', () => {
    expect(() => readLinkSecret({ ...config(), databaseUrl: 'postgres://x' })).toThrow('set LINK_SECRET')
  })

  test('that is damaged is not replaced silently', () => {
    ensure()
    writeFileSync(file(), '')
    expect(() => ensure()).toThrow('is damaged')
    expect(readFileSync(file(), 'utf8')).toBe('')
  })
})

test('processes that start at the same time use the same key', async () => {
  const at = (name: string) => JSON.stringify(path.resolve(`server/${name}`))
  const code = `const { ensureLinkSecret } = await import(${at('downloads/link-secret.ts')})
    process.stdout.write(ensureLinkSecret(${JSON.stringify(config())}))`
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
