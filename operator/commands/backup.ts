import type { Command } from 'commander'
import type { Config } from '../../server/config/env.ts'
import { createBackup, recordBackup, restoreBackup } from '../../server/database/backup.ts'
import { openDatabase } from '../../server/database/open.ts'
import { linkSecretFile } from '../../server/downloads/link-secret.ts'
import { reasonOf } from '../../server/errors.ts'
import { type Io, print } from '../io.ts'
import { readConfig } from '../open-shop.ts'

/** Stores the time of a backup, which doctor checks. */
async function recordTime(config: Config): Promise<void> {
  const database = openDatabase(config)
  try {
    await recordBackup(database, Date.now())
  } finally {
    await database.destroy()
  }
}

export function addBackupCommands(program: Command, io: Io): void {
  const backup = program
    .command('backup')
    .description('back up and restore orders, events and mail, in SQLite or Postgres')
  backup
    .command('create')
    .description('write a backup to a new file; the shop can stay open')
    .option('--to <folder>', 'where to write it', 'backups')
    .addHelpText('after', '\nExample:\n  npm run shop -- backup create --to /backup')
    .action(async ({ to }: { to: string }, command: Command) => {
      const config = readConfig(io)
      const file = await createBackup(config, io.path(to), Date.now())
      // The backup is already complete. Storing its time can fail, for example if the disk of the database is full.
      await recordTime(config).catch((error) =>
        io.error(`The backup is complete, but its time could not be stored for doctor: ${reasonOf(error)}`),
      )
      const secret = config.linkSecret
        ? 'Keep LINK_SECRET with your other secrets.'
        : `Copy ${linkSecretFile(config.dataDir)} as well. Without it, links in sent emails stop working.`
      print(io, command, { file }, `${file}\n${secret}`)
    })
  backup
    .command('restore')
    .description('replace the database with a backup; stop the server first')
    .argument('<file>', 'a file that backup create wrote')
    .addHelpText(
      'after',
      `
Example:
  npm run shop -- backup restore /backup/shop-20261123-120000.db

The former SQLite database stays beside the new one for a week, or until you
erase a person. On Postgres, use pg_restore (docs/operations.md). Sales that
came after the backup are read from the provider at the next start, for up to
30 days.`,
    )
    .action(async (typed: string, _: unknown, command: Command) => {
      const file = io.path(typed)
      const config = readConfig(io)
      const former = await restoreBackup(config, file, Date.now())
      const text = `Restored. Start the server; it brings the database up to date.${former ? ` The former database is ${former}; the server removes it after a week, and erase removes it at once.` : ''}`
      print(io, command, { restored: file, former }, text)
    })
}
