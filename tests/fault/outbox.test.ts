import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSmtpMailer } from '../../server/mail/smtp-mailer.ts'
import { runOnce } from '../../server/mail/worker.ts'
import { claimMs } from '../../server/outbox/claim.ts'
import { alwaysOnBothDatabases } from '../support/databases.ts'
import { queue, storeOrder } from '../support/orders.ts'
import { openShop, type TestShop } from '../support/shop.ts'
import { type SmtpStandIn, startSmtp } from '../support/smtp.ts'
import type { MailWorkerTask } from './mail-worker.ts'

const script = path.resolve(import.meta.dirname, './mail-worker.ts')

alwaysOnBothDatabases('mail workers in separate processes', (newDatabase) => {
  let config: MailWorkerTask['config']
  let shop: TestShop
  let smtp: SmtpStandIn
  const children: ChildProcess[] = []

  beforeEach(async () => {
    config = await newDatabase()
    shop = await openShop(config)
    smtp = await startSmtp()
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await smtp.stop()
    await shop.database.destroy()
  })

  /** Starts processes that begin their work at the same time. */
  const start = async (change: Partial<MailWorkerTask> = {}, count = 1) => {
    const started = Array.from({ length: count }, () => spawnWorker(change))
    await Promise.all(started.map((child) => once(child.stdout, 'data')))
    for (const child of started) child.stdin.end()
    return started
  }
  const spawnWorker = (change: Partial<MailWorkerTask>) => {
    const task: MailWorkerTask = { config, smtpUrl: smtp.url, now: shop.now(), ...change }
    const child = spawn(process.execPath, [script, JSON.stringify(task)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    children.push(child)
    return child
  }
  const messageIds = () => smtp.deliveries.map(({ raw }) => /^Message-ID: (\S+)/im.exec(raw)?.[1])
  const rows = () => shop.database.selectFrom('outbox').selectAll().execute()

  test('a mail has the same Message-ID when it is sent again after a kill between the answer and the database write', async () => {
    await queue(shop, await storeOrder(shop.database))
    const [child] = await start({ haltAfterSend: true })
    if (!child) throw new Error('no worker was started')
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await rows()).toMatchObject([{ status: 'queued', attempts: 0 }])
    expect(smtp.deliveries).toHaveLength(1)
    const mailer = createSmtpMailer({ url: smtp.url })
    shop.clock.now += claimMs - 1
    await runOnce({ ...shop, mailer }, 'next')
    expect(smtp.deliveries).toHaveLength(1)
    shop.clock.now += 1
    await runOnce({ ...shop, mailer }, 'next')
    await mailer.close()
    const [first, second, ...more] = messageIds()
    expect(more).toEqual([])
    expect(first).toMatch(/^<\w+@example\.com>$/)
    expect(second).toBe(first)
    expect(await rows()).toMatchObject([{ status: 'sent', attempts: 1, claimed_by: null }])
  })

  test('three workers at the same time send every mail once', async () => {
    const mails = 30
    for (let n = 0; n < mails; n++) await queue(shop, await storeOrder(shop.database))
    const running = await start({}, 3)
    const exits = await Promise.all(running.map((child) => once(child, 'exit')))
    expect(exits.map(([code]) => code)).toEqual([0, 0, 0])
    expect(smtp.deliveries).toHaveLength(mails)
    expect(new Set(messageIds()).size).toBe(mails)
    expect((await rows()).every((row) => row.status === 'sent' && row.attempts === 1)).toBe(true)
  })
})
