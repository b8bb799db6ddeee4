import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lateMails } from '../../server/health/routes.ts'
import type { Log } from '../../server/log/log.ts'
import { createFilesMailer } from '../../server/mail/files-mailer.ts'
import { MailError, type Message } from '../../server/mail/mailer.ts'
import { renderMail } from '../../server/mail/render-mail.ts'
import { runOnce, startWorker } from '../../server/mail/worker.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { claimMail, claimMs, releaseMail } from '../../server/outbox/claim.ts'
import { type QueuedMail, queueMail } from '../../server/outbox/queue.ts'
import { act } from '../support/acts.ts'
import { onBothDatabases } from '../support/databases.ts'
import { queue, storeOrder } from '../support/orders.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const minute = 60_000

onBothDatabases('the outbox', (newDatabase) => {
  let shop: TestShop
  let sent: Message[]
  let lines: string[]
  /** Called with each message, in place of a mail server. It may wait or throw. */
  let receive: (message: Message, signal?: AbortSignal) => void | Promise<void>

  beforeEach(async () => {
    sent = []
    lines = []
    receive = () => {}
    const write = (event: string, details?: object) => void lines.push(JSON.stringify([event, details]))
    const log: Log = { info: write, warn: write, error: write }
    const base = await openShop(await newDatabase())
    const send = async (message: Message, signal?: AbortSignal) => {
      await receive(message, signal)
      sent.push(message)
    }
    shop = { ...base, log, mailer: { ...base.mailer, send } }
  })
  afterEach(() => shop.database.destroy())

  /** The mails, without the notices that some of them failed (mail-trouble.test.ts). */
  const rows = () =>
    shop.database
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '!=', 'notice')
      .orderBy('created_at')
      .execute()
  const row = async () => {
    const [first, ...more] = await rows()
    if (!first || more.length > 0) throw new Error('there is not exactly one mail')
    return first
  }
  const drain = async (worker = 'one') => {
    while ((await runOnce(shop, worker)) > 0);
  }
  const refuse = (permanent: boolean, text = 'RCPT TO: 450 <ada@example.com> is busy') => {
    receive = () => {
      throw new MailError(text, { permanent })
    }
  }

  /** Lets the mail server answer only after `answer()`. `arrived` resolves when the first message has arrived. */
  const hangMailServer = (hangsFor = (_message: Message) => true) => {
    const arrived = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    receive = (message) => {
      if (!hangsFor(message)) return
      arrived.resolve()
      return answered.promise
    }
    return { arrived: arrived.promise, answer: answered.resolve }
  }

  describe('a queued mail', () => {
    test('is sent once and marked', async () => {
      const id = await storeOrder(shop.database)
      await queue(shop, id)
      expect(await runOnce(shop, 'one')).toBe(1)
      expect(sent).toHaveLength(1)
      expect(sent[0]).toMatchObject({ to: 'ada@example.com', kind: 'receipt' })
      expect(sent[0]?.from.address).toBe('shop@example.com')
      expect(await row()).toMatchObject({
        status: 'sent',
        sent_at: shop.now(),
        attempts: 1,
        claimed_by: null,
      })
      expect(await runOnce(shop, 'one')).toBe(0)
      expect(sent).toHaveLength(1)
    })

    test('that is queued twice with the same key is sent once', async () => {
      const id = await storeOrder(shop.database)
      await queue(shop, id)
      await queue(shop, id, { recipient: 'other@example.com' })
      await runOnce(shop, 'one')
      expect(sent.map((message) => message.to)).toEqual(['ada@example.com'])
    })

    test('that lacks a part of what it has to say fails for good, and says so', async () => {
      const id = await storeOrder(shop.database)
      await queue(shop, id, { kind: 'refund', details: { amountCents: 34800 } } as Partial<QueuedMail>)
      await runOnce(shop, 'one')
      expect(sent).toEqual([])
      const [mail] = await shop.database.selectFrom('outbox').selectAll().execute()
      expect(mail).toMatchObject({ status: 'failed', last_error: expect.stringContaining('lacks a part') })
    })

    test('is not sent when its transaction ends in an error', async () => {
      const id = await storeOrder(shop.database)
      const failed = shop.database.transaction().execute(async (trx) => {
        const mail = { kind: 'receipt', orderId: id, recipient: 'ada@example.com', dedupeKey: 'x' } as const
        await queueMail(trx, shop, mail)
        throw new Error('undone')
      })
      await expect(failed).rejects.toThrow('undone')
      expect(await runOnce(shop, 'one')).toBe(0)
    })

    test.each<Pick<QueuedMail, 'kind' | 'details'>>([
      { kind: 'receipt' },
      { kind: 'link' },
      { kind: 'sale' },
      { kind: 'refund', details: { refundedCents: 100, refundedBeforeCents: 0, amountCents: 34800 } },
      { kind: 'announcement', details: { title: 'New', text: 'It is **faster**.' } },
      { kind: 'notice', details: { title: 'Fraud warning', text: 'The bank suspects it.' } },
    ])('of kind $kind is sent, and its text and its HTML name the order', async (mail) => {
      const id = await storeOrder(shop.database)
      await queue(shop, id, { ...mail, dedupeKey: mail.kind } as QueuedMail)
      await runOnce(shop, 'one')
      expect(sent[0]?.kind).toBe(mail.kind)
      expect(sent[0]?.html).toContain(id)
      expect(sent[0]?.text).toContain(id)
    })

    test('with a link to a kit bought with real money waits while the shop has only the sample kit', async () => {
      const id = await storeOrder(shop.database, { provider: 'stripe', livemode: 1 })
      await queue(shop, id)
      await runOnce(shop, 'one')
      expect(sent).toEqual([])
      expect(await row()).toMatchObject({ status: 'queued', last_error: expect.stringContaining('no kit') })
      shop.kit = { ...shop.kit, sample: false }
      shop.clock.now += 5 * minute
      await runOnce(shop, 'one')
      expect(sent).toHaveLength(1)
    })

    test('about a deleted order fails, with the reason', async () => {
      await queue(shop, await storeOrder(shop.database))
      await shop.database.updateTable('outbox').set({ order_id: null }).execute()
      await runOnce(shop, 'one')
      expect(await row()).toMatchObject({
        status: 'failed',
        last_error: expect.stringContaining('no longer exists'),
      })
    })

    test.each([
      ['payment-pending', {}, { status: 'open', paid_at: null }, { status: 'paid', paid_at: 1 }],
      ['payment-refused', {}, { status: 'failed', paid_at: null }, { status: 'paid', paid_at: 1 }],
      [
        'dispute',
        { state: 'lost' },
        { status: 'disputed', dispute: 'lost' },
        { status: 'disputed', dispute: 'lost', restored_at: 1 },
      ],
      ['dispute', { state: 'won' }, { status: 'paid', dispute: 'won' }, { status: 'paid', revoked_at: 1 }],
    ] as const)(
      '%s %j is sent while it is true, and is obsolete afterwards',
      async (kind, details, before, after) => {
        const id = await storeOrder(shop.database, before)
        const mail = { kind, details } as Pick<QueuedMail, 'kind' | 'details'>
        await queue(shop, id, { ...mail, dedupeKey: 'while true' } as QueuedMail)
        await runOnce(shop, 'one')
        expect(sent.map((mail) => mail.kind)).toEqual([kind])
        await queue(shop, id, { ...mail, dedupeKey: 'too late' } as QueuedMail)
        await shop.database.updateTable('orders').set(after).execute()
        await runOnce(shop, 'one')
        expect(sent).toHaveLength(1)
        const mails = await shop.database.selectFrom('outbox').select('status').orderBy('status').execute()
        expect(mails.map(({ status }) => status)).toEqual(['obsolete', 'sent'])
      },
    )

    test('with a link is obsolete after a refund', async () => {
      const id = await storeOrder(shop.database)
      await queue(shop, id)
      await queue(shop, id, { kind: 'sale', recipient: 'seller@example.com', dedupeKey: 'sale' })
      await shop.database.updateTable('orders').set({ refunded_at: 1, status: 'refunded' }).execute()
      await drain()
      expect(sent.map(({ kind }) => kind)).toEqual(['sale'])
      expect(sent[0]?.text).toContain('Nothing. The payment was refunded')
      const receipt = shop.database.selectFrom('outbox').selectAll().where('kind', '=', 'receipt')
      expect(await receipt.executeTakeFirst()).toMatchObject({ status: 'obsolete' })
    })

    test('with a link that was obsolete because the download was closed is sent when it is open again', async () => {
      const id = await storeOrder(shop.database)
      await queue(shop, id)
      await act(shop, 'close', id)
      await runOnce(shop, 'one')
      expect(await row()).toMatchObject({ status: 'obsolete' })
      await act(shop, 'change-address', id, 'ada@new.example')
      await act(shop, 'open', id)
      await runOnce(shop, 'one')
      expect(sent.map(({ to }) => to)).toEqual(['ada@new.example'])

      const third = await storeOrder(shop.database, { revoked_at: 1 })
      await queue(shop, third)
      const claimed = await claimMail(shop.database, 'slow', shop.now())
      await act(shop, 'open', third)
      const late = { status: 'obsolete', attempts: 1, last_error: 'closed' } as const
      expect(claimed && (await releaseMail(shop.database, claimed, late))).toBe(false)
      await runOnce(shop, 'one')
      expect(sent).toHaveLength(2)

      const other = await storeOrder(shop.database)
      await queue(shop, other)
      const effect = (refundedCents: number, failedRefunds: number) =>
        ({ kind: 'refunded', refundedCents, amountCents: 34800, refunds: 1, failedRefunds }) as const
      await applyEvent(shop, shop.stripe.eventOf(null, { orderId: other, effect: effect(34800, 0) }))
      await drain()
      await applyEvent(shop, shop.stripe.eventOf(null, { orderId: other, effect: effect(0, 1) }))
      await drain()
      expect(sent.filter(({ kind }) => kind === 'receipt')).toHaveLength(3)
    })

    test('to more than one address fails, with the reason', async () => {
      const id = await storeOrder(shop.database)
      await queue(shop, id, { recipient: 'ada@example.com, eve@example.com' })
      const mailer = createFilesMailer(`${shop.config.dataDir}/mail`)
      await runOnce({ ...shop, mailer }, 'one')
      expect(await row()).toMatchObject({
        status: 'failed',
        last_error: expect.stringContaining('a single email address'),
      })
    })
  })

  describe('a refusal by the mail server', () => {
    test('that is temporary is retried, with longer and longer pauses', async () => {
      await queue(shop, await storeOrder(shop.database))
      refuse(false)
      const pauses: number[] = []
      for (let attempt = 1; attempt <= 4; attempt++) {
        expect(await runOnce(shop, 'one')).toBe(1)
        const { next_attempt_at, status, attempts } = await row()
        expect({ status, attempts }).toEqual({ status: 'queued', attempts: attempt })
        pauses.push((next_attempt_at - shop.now()) / minute)
        shop.clock.now = next_attempt_at - 1
        expect(await runOnce(shop, 'one')).toBe(0)
        shop.clock.now = next_attempt_at
      }
      expect(pauses).toEqual([1, 2, 4, 8])
      receive = () => {}
      await runOnce(shop, 'one')
      expect(await row()).toMatchObject({ status: 'sent', attempts: 5, last_error: null })
    })

    test('that lasts three days ends the retries', async () => {
      const start = shop.now()
      await queue(shop, await storeOrder(shop.database))
      refuse(false)
      let attempts = 0
      while ((await row()).status === 'queued') {
        shop.clock.now = (await row()).next_attempt_at
        await runOnce(shop, 'one')
        attempts++
      }
      expect(attempts).toBe(20)
      expect(shop.now() - start).toBeLessThanOrEqual(72 * 60 * minute)
      expect(await row()).toMatchObject({ status: 'failed', last_error: expect.stringContaining('450') })
    })

    test('that is permanent is not retried', async () => {
      await queue(shop, await storeOrder(shop.database))
      refuse(true, 'RCPT TO: 550 no such user')
      await runOnce(shop, 'one')
      expect(await row()).toMatchObject({
        status: 'failed',
        attempts: 1,
        last_error: 'RCPT TO: 550 no such user',
      })
      shop.clock.now += 24 * 60 * minute
      await drain()
      expect(await row()).toMatchObject({ attempts: 1 })
    })

    test('of one mail does not delay the others', async () => {
      const [first, second] = [await storeOrder(shop.database), await storeOrder(shop.database)]
      await queue(shop, first, { recipient: 'bad@example.com' })
      await queue(shop, second)
      receive = (message) => {
        if (message.to.startsWith('bad')) throw new Error('socket hang up')
      }
      await drain()
      expect(sent.map((message) => message.to)).toEqual(['ada@example.com'])
    })

    test('leaves no address in the log or in the stored error', async () => {
      await queue(shop, await storeOrder(shop.database))
      refuse(false)
      await runOnce(shop, 'one')
      expect((await row()).last_error).toBe('RCPT TO: 450 <(address)> is busy')
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.join()).not.toContain('ada@example.com')
    })
  })

  test('mail that waits for a retry is listed when it is late, and sent at once when the seller resends it', async () => {
    const id = await storeOrder(shop.database)
    await queue(shop, id)
    const fresh = await storeOrder(shop.database)
    refuse(false)
    for (let attempt = 0; attempt < 8; attempt++) {
      await runOnce(shop, 'one')
      shop.clock.now = (await row()).next_attempt_at
    }
    await runOnce(shop, 'one')
    shop.clock.now += minute
    await queue(shop, fresh)
    const waiting = await lateMails(shop.database, shop.now()).execute()
    expect(waiting.map((mail) => mail.order_id)).toEqual([id])
    receive = () => {}
    await act(shop, 'resend', id)
    await drain()
    expect(sent.map(({ kind }) => kind)).toEqual(['receipt', 'receipt'])
  })

  test('a mail with a delay leaves after it, and one that is queued meanwhile passes', async () => {
    await queue(shop, await storeOrder(shop.database), { delayMs: minute, recipient: 'later@example.com' })
    await queue(shop, await storeOrder(shop.database))
    await drain()
    expect(sent.map(({ to }) => to)).toEqual(['ada@example.com'])
    shop.clock.now += minute
    await drain()
    expect(sent.map(({ to }) => to)).toEqual(['ada@example.com', 'later@example.com'])
  })

  describe('mail that the seller resends during an attempt', () => {
    /** Retries a mail that was refused once. The seller resends it during this attempt. */
    const resendMeanwhile = async (mail: Parameters<typeof queue>[2], endAttempt = () => {}) => {
      const id = await storeOrder(shop.database)
      await queue(shop, id, mail)
      refuse(false)
      await drain()
      shop.clock.now = (await row()).next_attempt_at
      receive = async () => {
        receive = () => {}
        await act(shop, 'resend', id)
        endAttempt()
      }
      await drain()
    }

    test('is sent at once, even if the attempt fails', async () => {
      await resendMeanwhile({}, () => {
        throw new MailError('busy', { permanent: false })
      })
      expect(sent.map(({ kind }) => kind)).toEqual(['receipt'])
      expect(await row()).toMatchObject({ status: 'sent', attempts: 1 })
    })

    test('is sent to its new address, even if the attempt reaches the old one', async () => {
      await resendMeanwhile({ kind: 'sale', recipient: 'former@example.com' })
      const notices = sent.filter(({ kind }) => kind === 'sale')
      expect(notices.map(({ to }) => to)).toEqual(['former@example.com', 'seller@example.com'])
    })
  })

  describe('mail that was given up', () => {
    const missed = async () => {
      const failed = shop.database.selectFrom('outbox').selectAll().where('status', '=', 'failed')
      const mails = await failed.where('recipient', '!=', '').where('kind', '!=', 'notice').execute()
      return mails.map(({ kind }) => kind).sort()
    }

    test('is sent to the current addresses when the seller resends it', async () => {
      const id = await storeOrder(shop.database)
      await queue(shop, id)
      await queue(shop, id, { kind: 'sale', recipient: 'former@example.com', dedupeKey: 'sale' })
      refuse(true)
      await drain()
      await act(shop, 'resend', id)
      refuse(true)
      await drain()
      expect(await missed()).toEqual(['receipt', 'sale'])
      receive = () => {}
      await act(shop, 'change-address', id, 'ada@new.example')
      await drain()
      expect(sent.map((message) => [message.kind, message.to]).sort()).toEqual([
        ['receipt', 'ada@new.example'],
        ['sale', 'seller@example.com'],
      ])
      expect(await missed()).toEqual([])
    })
  })

  test('a mail whose address changes during an attempt is also sent to the new address', async () => {
    const id = await storeOrder(shop.database)
    await queue(shop, id)
    receive = async () => {
      receive = () => {}
      await act(shop, 'change-address', id, 'ada@new.example')
    }
    await runOnce(shop, 'one')
    expect(await row()).toMatchObject({ status: 'queued', recipient: 'ada@new.example' })
    await runOnce(shop, 'one')
    expect(sent.map((message) => message.to)).toEqual(['ada@example.com', 'ada@new.example'])
    expect(await row()).toMatchObject({ status: 'sent', recipient: 'ada@new.example' })
  })

  test('a mail whose address changes after it was claimed is not rendered with a new link for the old address', async () => {
    const id = await storeOrder(shop.database)
    await queue(shop, id)
    const claimed = await row()
    await act(shop, 'change-address', id, 'ada@new.example')
    await expect(renderMail(claimed, shop)).rejects.toMatchObject({ name: 'MailError', permanent: false })
    await runOnce(shop, 'one')
    expect(sent.map((message) => message.to)).toEqual(['ada@new.example'])
  })

  describe('workers', () => {
    test('that run at the same time send each mail once', async () => {
      for (let n = 0; n < 12; n++) await queue(shop, await storeOrder(shop.database))
      await Promise.all(['a', 'b', 'c'].map((worker) => drain(worker)))
      await drain('d')
      expect(sent).toHaveLength(12)
      expect(new Set(sent.map((message) => message.messageId)).size).toBe(12)
    })

    test('do not send a claimed mail until the claim expires, then send it with the same Message-ID', async () => {
      await queue(shop, await storeOrder(shop.database))
      const hanging = hangMailServer()
      const slow = runOnce(shop, 'slow')
      await hanging.arrived
      receive = () => {}
      shop.clock.now += claimMs - 1
      expect(await runOnce(shop, 'quick')).toBe(0)
      shop.clock.now += 1
      expect(await runOnce(shop, 'quick')).toBe(1)
      expect(await row()).toMatchObject({ status: 'sent', attempts: 1 })

      hanging.answer()
      await slow
      expect(await row()).toMatchObject({ status: 'sent', attempts: 1 })
      expect(sent).toHaveLength(2)
      expect(sent[0]?.messageId).toBe(sent[1]?.messageId)
      expect(lines.join()).toContain('mail.sent_after_claim_lapsed')
    })

    test('that are killed do not use up attempts', async () => {
      await queue(shop, await storeOrder(shop.database))
      for (let kill = 0; kill <= 20; kill++) {
        expect(await claimMail(shop.database, 'killed', shop.now())).toBeDefined()
        shop.clock.now += claimMs
      }
      refuse(false)
      await runOnce(shop, 'one')
      expect(await row()).toMatchObject({ status: 'queued', attempts: 1 })
      shop.clock.now = (await row()).next_attempt_at
      receive = () => {}
      await runOnce(shop, 'one')
      expect(await row()).toMatchObject({ status: 'sent', attempts: 2 })
    })

    test('finish the mail that they are sending before they stop', async () => {
      const hanging = hangMailServer()
      const worker = startWorker(shop, { pollMs: 5 })
      await queue(shop, await storeOrder(shop.database))
      await hanging.arrived
      let stopped = false
      const stopping = worker.stop().then(() => {
        stopped = true
      })
      await new Promise((resolve) => setImmediate(resolve))
      expect(stopped).toBe(false)
      hanging.answer()
      await stopping
      expect(await row()).toMatchObject({ status: 'sent' })
    })

    test('send other mails while one mail hangs', async () => {
      const hanging = hangMailServer(({ to }) => to.startsWith('slow'))
      const worker = startWorker(shop, { pollMs: 5 })
      await queue(shop, await storeOrder(shop.database), { recipient: 'slow@example.com' })
      await hanging.arrived
      await queue(shop, await storeOrder(shop.database))
      await expect.poll(() => sent.map((message) => message.to)).toEqual(['ada@example.com'])
      hanging.answer()
      await worker.stop()
      expect(sent).toHaveLength(2)
    })

    test('cancel a mail that takes too long when they stop, and leave it due', async () => {
      const arrived = Promise.withResolvers<void>()
      receive = async (_message, signal) => {
        arrived.resolve()
        // Another lane may claim the mail again after the signal was aborted.
        signal?.throwIfAborted()
        await new Promise((_resolve, reject) => signal?.addEventListener('abort', reject))
      }
      const worker = startWorker(shop, { pollMs: 5, stopWithin: 5 })
      await queue(shop, await storeOrder(shop.database))
      await arrived.promise
      await worker.stop()
      expect(sent).toEqual([])
      expect(await row()).toMatchObject({ status: 'queued', claimed_by: null, next_attempt_at: shop.now() })
    })

    test('find mail that another process queued, and stop while they wait', async () => {
      const arrived = Promise.withResolvers<void>()
      receive = () => arrived.resolve()
      const worker = startWorker(shop, { pollMs: 5 })
      await queue(shop, await storeOrder(shop.database))
      await arrived.promise
      await worker.stop()
      expect(sent).toHaveLength(1)
    })
  })
})
