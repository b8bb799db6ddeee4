import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { Schema } from '../../server/database/schema.ts'
import {
  ensureLinkSecret,
  forgetLinkSecret,
  linkSecretProblem,
  readLinkSecret,
} from '../../server/downloads/link-secret.ts'
import { storeOrder } from '../support/orders.ts'

let dataDir: string
let database: Kysely<Schema>
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'link-secret-'))
  database = openDatabase({ databaseUrl: null, dataDir: path.join(dataDir, 'database') })
  await migrate(database)
})
afterEach(async () => {
  await database.destroy()
  rmSync(dataDir, { recursive: true })
})

const folder = () => path.join(dataDir, 'keys')
const file = () => path.join(folder(), 'link-secret')
const config = (linkSecret: string | null = null) => ({ linkSecret, dataDir: folder(), databaseUrl: null })
const settle = (linkSecret?: string) => ensureLinkSecret(config(linkSecret), database)

describe('a key', () => {
  test('in LINK_SECRET is used, and no file is written', async () => {
    expect(await settle('set')).toBe('set')
    expect(readdirSync(dataDir)).toEqual(['database'])
  })

  test('is created once, and only its owner can read it and its folder', async () => {
    const secret = await settle()
    expect(secret).toHaveLength(43)
    expect(await settle()).toBe(secret)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(folder()).mode & 0o777).toBe(0o700)
    expect(readdirSync(folder())).toEqual(['link-secret'])
  })

  test('that exists is read even if nothing can be written', async () => {
    const secret = await settle()
    mkdirSync(`${file()}.${process.pid}.tmp`)
    expect(await settle()).toBe(secret)
  })

  test('is not created by a command that signs nothing', () => {
    expect(readLinkSecret(config())).toBe(null)
    expect(readdirSync(dataDir)).toEqual(['database'])
  })

  test('must be set with Postgres', () => {
    expect(() => readLinkSecret({ ...config(), databaseUrl: 'postgres://x' })).toThrow('set LINK_SECRET')
  })

  test('that is damaged is not replaced silently', async () => {
    await settle()
    writeFileSync(file(), '')
    await expect(settle()).rejects.toThrow('is damaged')
    expect(readFileSync(file(), 'utf8')).toBe('')
  })
})

describe('with a paid order', () => {
  beforeEach(async () => {
    await storeOrder(database)
  })

  test('a lost key prevents the start, and no key is created', async () => {
    await expect(settle()).rejects.toMatchObject({
      message: `${file()} is missing, but its key signed the links of paid orders.`,
      remedy: expect.stringContaining('Put it back from a backup'),
    })
    await settle('the first')
    await expect(settle()).rejects.toThrow('is missing')
    expect(readdirSync(dataDir)).toEqual(['database'])
  })

  test('another key prevents the start, in the variable and in the file', async () => {
    await settle('the first')
    await expect(settle('another')).rejects.toMatchObject({
      message: 'LINK_SECRET is not the key that signed the links of paid orders.',
      remedy: expect.stringContaining('LINK_SECRET=new,former'),
    })
    mkdirSync(folder())
    writeFileSync(file(), 'another one, in the file, long enough')
    await expect(settle()).rejects.toThrow(`${file()} is not the key`)
    expect(await settle('the first')).toBe('the first')
  })

  test('a key is replaced in steps, and the former one is then refused', async () => {
    await settle('former')
    expect(await settle('former,new')).toBe('former,new')
    expect(await settle('new,former')).toBe('new,former')
    expect(await settle('new')).toBe('new')
    await expect(settle('former')).rejects.toThrow('is not the key')
  })

  test('a lost key can be forgotten, and then only the next key is accepted', async () => {
    await settle('former')
    await forgetLinkSecret(database)
    expect(await linkSecretProblem(config(), database, null)).toBe(null)
    const created = await settle()
    expect(created).toHaveLength(43)
    expect(await settle()).toBe(created)
    await expect(settle('former')).rejects.toThrow('is not the key')
  })

  test('the database stores only enough of the key to recognize it', async () => {
    await settle('the first')
    const rows = await database.selectFrom('link_secrets').selectAll().execute()
    expect(rows).toEqual([{ id: 'current', fingerprint: expect.stringMatching(/^[\da-f]{8}$/) }])
  })
})

test('without a paid order the key may change, because no buyer has a link', async () => {
  await storeOrder(database, { status: 'open', paid_at: null })
  await settle('the first')
  expect(await settle('another')).toBe('another')
  expect(await settle()).toHaveLength(43)
})

test('processes that start at the same time use the same key', async () => {
  const at = (name: string) => JSON.stringify(path.resolve(`server/${name}`))
  const code = `const { ensureLinkSecret } = await import(${at('downloads/link-secret.ts')})
    const { openDatabase } = await import(${at('database/open.ts')})
    const database = openDatabase(${JSON.stringify({ databaseUrl: null, dataDir: path.join(dataDir, 'database') })})
    process.stdout.write(await ensureLinkSecret(${JSON.stringify(config())}, database))
    await database.destroy()`
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
