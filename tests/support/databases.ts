import { afterAll, beforeAll, describe } from 'vitest'
import type { Config } from '../../server/config/env.ts'
import { createTestDatabases } from '../harness/test-databases.ts'

export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'>

/** Creates an empty database with each call. */
type NewDatabase = () => Promise<DatabaseConfig>

type Suite = (newDatabase: NewDatabase) => void

/**
 * Runs a suite on SQLite and on a real Postgres server. `npm test` runs it on SQLite alone, and `npm test -- long` on Postgres: the
 * suite is about the shop, and `alwaysOnBothDatabases` covers what differs between the databases.
 */
export function onBothDatabases(name: string, suite: Suite): void {
  runOn(name, { SQLite: '', Postgres: ' @long' }, suite)
}

/** Like `onBothDatabases`, but both in `npm test`: for suites about SQL, locks, crashes and simultaneous processes. */
export function alwaysOnBothDatabases(name: string, suite: Suite): void {
  runOn(name, { SQLite: '', Postgres: '' }, suite)
}

function runOn(name: string, tags: Record<'SQLite' | 'Postgres', string>, suite: Suite): void {
  describe.each(Object.entries(tags))(`${name} on %s%s`, (kind) => {
    const databases = createTestDatabases()
    const newDatabase = () => databases.create(kind === 'Postgres' ? 'postgres' : 'sqlite')
    // Starts Postgres, which takes a while.
    beforeAll(async () => void (await newDatabase()))
    afterAll(() => databases.remove())
    suite(newDatabase)
  })
}
