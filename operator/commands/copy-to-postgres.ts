import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Config } from '../../server/config/env.ts'
import { parseUrl } from '../../server/config/env-reader.ts'
import { copyDatabase } from '../../server/database/copy-database.ts'
import { pendingIn } from '../../server/database/database-problem.ts'
import { migrate } from '../../server/database/migrate.ts'
import { markAsMoved } from '../../server/database/moved-to-postgres.ts'
import { openDatabase } from '../../server/database/open.ts'
import { isInUse, sqliteFile } from '../../server/database/sqlite-file.ts'
import { linkSecretFile } from '../../server/downloads/link-secret.ts'
import { ShopError } from '../../server/errors.ts'
import { table } from '../format.ts'
import { type Io, UsageError } from '../io.ts'
import { readConfig } from '../open-shop.ts'
import { print } from '../print.ts'

/**
 * Refuses to copy while the shop runs, because an order that arrives after the copy would be missing from Postgres.
 * @throws ShopError `conflict`
 */
function refuseWhileRunning(file: string): void {
  if (!isInUse(file)) return
  throw new ShopError('conflict', `The shop is running: a server, or another command, has ${file} open.`, {
    remedy: 'Stop it first. Otherwise, an order that arrives after the copy is missing from Postgres.',
  })
}

async function copy(config: Config, url: string): Promise<{ table: string; rows: number }[]> {
  const source = openDatabase({ dataDir: config.dataDir, databaseUrl: null })
  const target = openDatabase({ dataDir: config.dataDir, databaseUrl: url })
  try {
    const pending = await pendingIn(source, "Check that DATA_DIR is the server's data folder.")
    if (pending.length > 0) {
      throw new ShopError('conflict', `The SQLite database is behind (${pending.join(', ')}).`, {
        remedy: 'Start this version of the server on it once, stop the server, and copy again.',
      })
    }
    const remedy = 'Check --to, and check that the database server is running.'
    await pendingIn(target, remedy)
    await migrate(target, remedy)
    return await copyDatabase(source, target)
  } finally {
    await source.destroy()
    await target.destroy()
  }
}

export function addCopyCommand(program: Command, io: Io): void {
  program
    .command('copy-to-postgres')
    .description('copy the SQLite database in DATA_DIR to an empty Postgres database, and compare them')
    .requiredOption('--to <url>', 'postgres://user:password@host:5432/name')
    .addHelpText(
      'after',
      '\nExample, with the server stopped:\n  npm run shop -- copy-to-postgres --to postgres://shop@db.internal/shop',
    )
    .action(async ({ to }: { to: string }, command: Command) => {
      if (!parseUrl(to, ['postgres:', 'postgresql:']))
        throw new UsageError('--to is not a postgres:// address with a host.')
      const config = readConfig(io)
      if (!existsSync(sqliteFile(config.dataDir))) {
        throw new ShopError('not_found', `There is no SQLite database in ${config.dataDir}.`, {
          remedy: "Set DATA_DIR to the server's data folder.",
        })
      }
      refuseWhileRunning(sqliteFile(config.dataDir))
      const copied = await copy(config, to)
      markAsMoved(config.dataDir)
      const rows = copied.map((one) => [one.table, one.rows])
      print(
        io,
        command,
        copied,
        (look) => `${table(['TABLE', 'ROWS'], rows, undefined, look)}

Every row was read back and is the same. Before you start the server again, set on every machine:
  DATABASE_URL  the address that you copied to
  LINK_SECRET   ${config.linkSecret ? 'as it is set now' : `the text in ${linkSecretFile(config.dataDir)}`}, so that links in sent emails still work`,
      )
    })
}
