import type { DatabaseConfig } from '../support/databases.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import type { DatabaseKind } from './options.ts'

/** Creates empty databases and data folders for shops. `remove` deletes all of them. */
export interface TestDatabases {
  create(kind: DatabaseKind): Promise<DatabaseConfig>
  remove(): Promise<void>
}

export function createTestDatabases(): TestDatabases {
  let postgres: Promise<PostgresServer> | undefined
  const folders: { remove(): void }[] = []
  return {
    async create(kind) {
      const folder = temporaryDirectory()
      folders.push(folder)
      if (kind === 'sqlite') return { dataDir: folder.path, databaseUrl: null }
      postgres ??= startPostgres()
      return { dataDir: folder.path, databaseUrl: await (await postgres).createDatabase() }
    },
    async remove() {
      await (await postgres)?.stop()
      for (const folder of folders) folder.remove()
    },
  }
}
