import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Config } from '../../server/config/env.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'

export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'>

/** Creates an empty database with each call. */
export type NewDatabase = () => Promise<DatabaseConfig>

/** Runs a suite on SQLite and on a real Postgres server. */
export function onBothDatabases(name: string, suite: (newDatabase: NewDatabase) => void): void {
  describe.each(['SQLite', 'Postgres'] as const)(`${name} on %s`, (kind) => {
    const folders: string[] = []
    let server: PostgresServer | undefined

    beforeAll(async () => {
      if (kind === 'Postgres') server = await startPostgres()
    })
    afterAll(async () => {
      await server?.stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    })

    suite(async () => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-'))
      folders.push(dataDir)
      return { dataDir, databaseUrl: (await server?.createDatabase()) ?? null }
    })
  })
}
