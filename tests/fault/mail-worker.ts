// A mail worker in a separate process, for tests that kill it. It sends all mail that is due, then exits.
import { once } from 'node:events'
import { createSmtpMailer } from '../../server/mail/smtp-mailer.ts'
import { runOnce } from '../../server/mail/worker.ts'
import type { DatabaseConfig } from '../support/databases.ts'
import { openShop } from '../support/shop.ts'

export interface MailWorkerTask {
  config: DatabaseConfig
  smtpUrl: string
  /** The time of the process's clock, ms since 1970. */
  now: number
  /** Whether the worker prints `sent` and stops between the mail server's 250 and the database write. */
  haltAfterSend?: boolean
}

const task: MailWorkerTask = JSON.parse(process.argv[2] ?? '')
const shop = await openShop(task.config)
shop.clock.now = task.now
const smtp = createSmtpMailer({ url: task.smtpUrl })
const mailer: typeof smtp = {
  ...smtp,
  async send(message) {
    await smtp.send(message)
    if (!task.haltAfterSend) return
    process.stdout.write('sent\n')
    setInterval(() => {}, 1000)
    await new Promise(() => {})
  },
}
// All workers wait until all are ready. Otherwise the first could finish before the last has started.
process.stdout.write('ready\n')
await once(process.stdin.resume(), 'end')
while ((await runOnce({ ...shop, mailer }, `worker ${process.pid}`)) > 0);
await mailer.close()
await shop.database.destroy()
