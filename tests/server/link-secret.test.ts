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
const ensure = (linkSecret?: string) => ensureLinkSecret(config(linkSecret), database)

describe('a key', () => {
  test('in LINK_SECRET is used, and no file is written', async () => {
    expect(await ensure('set')).toBe('set')
    expect(readdirSync(dataDir)).toEqual(['database'])
  })

  test('is created once, and only its owner can read it and its folder', async () => {
    const secret = await ensure()
    expect(secret).toHaveLength(43)
    expect(await ensure()).toBe(secret)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(folder()).mode & 0o777).toBe(0o700)
    expect(readdirSync(folder())).toEqual(['link-secret'])
  })

  test('that exists is read even if nothing can be written', async () => {
    const secret = await ensure()
    mkdirSync(`${file()}.${process.pid}.tmp`)
    expect(await ensure()).toBe(secret)
  })

  test('is not created by a command that signs nothing', () => {
    expect(readLinkSecret(config())).toBe(null)
    expect(readdirSync(dataDir)).toEqual(['database'])
  })

  test('must be set with Postgres', () => {
    expect(() => readLinkSecret({ ...config(), databaseUrl: 'postgres://x' })).toThrow('set LINK_SECRET')
  })

  test('that is damaged is not replaced silently', async () => {
    await ensure()
    writeFileSync(file(), '')
    await expect(ensure()).rejects.toThrow('is damaged')
    expect(readFileSync(file(), 'utf8')).toBe('')
  })
})

describe('with a paid order', () => {
  beforeEach(async () => {
    await storeOrder(database)
  })

  test('a lost key prevents the start, and no key is created', async () => {
    await expect(ensure()).rejects.toMatchObject({
      message: `${file()} is missing, but its key signed the links of paid orders.`,
      remedy: expect.stringContaining('Put it back from a backup'),
    })
    await ensure('the first')
    await expect(ensure()).rejects.toThrow('is missing')
    expect(readdirSync(dataDir)).toEqual(['database'])
  })

  test('another key prevents the start, in the variable and in the file', async () => {
    await ensure('the first')
    await expect(ensure('another')).rejects.toMatchObject({
      message: 'LINK_SECRET is not the key that signed the links of paid orders.',
      remedy: expect.stringContaining('LINK_SECRET=new,former'),
    })
    mkdirSync(folder())
    writeFileSync(file(), 'another one, in the file, long enough')
    await expect(ensure()).rejects.toThrow(`${file()} is not the key`)
    expect(await ensure('the first')).toBe('the first')
  })

  test('a key is replaced in steps, and the former one is then refused', async () => {
    await ensure('former')
    expect(await ensure('former,new')).toBe('former,new')
    expect(await ensure('new,former')).toBe('new,former')
    expect(await ensure('new')).toBe('new')
    await expect(ensure('former')).rejects.toThrow('is not the key')
  })

  test('a lost key can be forgotten, and then only the next key is accepted', async () => {
    await ensure('former')
    await forgetLinkSecret(database)
    expect(await linkSecretProblem(config(), database, null)).toBe(null)
    const created = await ensure()
    expect(created).toHaveLength(43)
    expect(await ensure()).toBe(created)
    await expect(ensure('former')).rejects.toThrow('is not the key')
  })

  test('the database stores only enough of the key to recognize it', async () => {
    await ensure('the first')
    const rows = await database.selectFrom('link_secrets').selectAll().execute()
    expect(rows).toEqual([{ id: 'current', fingerprint: expect.stringMatching(/^[\da-f]{8}$/) }])
  })
})

test('without a paid order the key may change, because no buyer has a link', async () => {
  await storeOrder(database, { status: 'open', paid_at: null })
  await ensure('the first')
  expect(await ensure('another')).toBe('another')
  expect(await ensure()).toHaveLength(43)
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
