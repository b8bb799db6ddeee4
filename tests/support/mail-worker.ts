// A worker process of its own, for tests that end it: sends what is due until nothing is, then exits.
import { once } from 'node:events'
import { createSmtpMailer } from '../../server/mail/smtp-mailer.ts'
import { runOnce } from '../../server/mail/worker.ts'
import type { DatabaseConfig } from './databases.ts'
import { openShop } from './shop.ts'

export interface MailWorkerTask {
  place: DatabaseConfig
  smtpUrl: string
  /** What the process takes for the time, ms since 1970. */
  now: number
  /** Says `sent` and stands still between the mail server's 250 and the mark in the database. */
  haltAfterSend?: boolean
}

const task: MailWorkerTask = JSON.parse(process.argv[2] ?? '')
const shop = await openShop(task.place)
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
// Everybody is ready before anybody starts, or the first would be done before the last is awake.
process.stdout.write('ready\n')
await once(process.stdin.resume(), 'end')
while ((await runOnce({ ...shop, mailer }, `worker ${process.pid}`)) > 0);
await mailer.close()
await shop.database.destroy()
