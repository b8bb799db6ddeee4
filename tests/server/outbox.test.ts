import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MailKind } from '../../server/database/schema.ts'
import { resendForSeller } from '../../server/downloads/queue-links.ts'
import type { Log } from '../../server/log/log.ts'
import { createFilesMailer } from '../../server/mail/files-mailer.ts'
import { MailError, type Message } from '../../server/mail/mailer.ts'
import { runOnce, startWorker } from '../../server/mail/worker.ts'
import { changeAddress } from '../../server/orders/change-address.ts'
import { restore, revoke } from '../../server/orders/download-switch.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { missedMails } from '../../server/orders/missed-mails.ts'
import { claimMs, clockTolerance, maxAttempts } from '../../server/outbox/backoff.ts'
import { claimMail } from '../../server/outbox/claim.ts'
import { lateMails } from '../../server/outbox/late-mails.ts'
import { queueMail } from '../../server/outbox/queue.ts'
import { onBothDatabases } from '../support/databases.ts'
import { eventOf } from '../support/fake-provider.ts'
import { queue, storeOrder } from '../support/orders.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const minute = 60_000

onBothDatabases('the outbox', (newDatabase) => {
  let shop: TestShop
  let sent: Message[]
  let lines: string[]
  /** What the mail server does with a message. */
  let take: (message: Message, signal?: AbortSignal) => void | Promise<void>

  beforeEach(async () => {
    sent = []
    lines = []
    take = () => {}
    const write = (event: string, details?: object) => void lines.push(JSON.stringify([event, details]))
    const log: Log = { info: write, warn: write, error: write }
    const base = await openShop(await newDatabase())
    const send = async (message: Message, signal?: AbortSignal) => {
      await take(message, signal)
      sent.push(message)
    }
    shop = { ...base, log, mailer: { ...base.mailer, send } }
  })
  afterEach(() => shop.database.destroy())

  const seller = () => ({ by: 'seller', now: shop.now() })
  const rows = () => shop.database.selectFrom('outbox').selectAll().orderBy('created_at').execute()
  const row = async () => {
    const [first, ...more] = await rows()
    if (!first || more.length > 0) throw new Error('there is not exactly one mail')
    return first
  }
  const drain = async () => {
    while ((await runOnce(shop, 'one')) > 0);
  }
  const refuse = (permanent: boolean, text = 'RCPT TO: 450 <ada@example.com> is busy') => {
    take = () => {
      throw new MailError(text, { permanent })
    }
  }

  /** The mail server gets a message, and answers only after `answer()`. `arrived` resolves when it has got one. */
  const hangMailServer = (hangsFor = (_message: Message) => true) => {
    const arrived = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    take = (message) => {
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

    test('queued twice under one key is one mail', async () => {
      const id = await storeOrder(shop.database)
      await queue(shop, id)
      await queue(shop, id, { recipient: 'other@example.com' })
      await runOnce(shop, 'one')
      expect(sent.map((message) => message.to)).toEqual(['ada@example.com'])
    })

    test('is not sent when its transaction ends in an error', async () => {
      const id = await storeOrder(shop.database)
      const failed = shop.database.transaction().execute(async (trx) => {
        const mail = { kind: 'receipt', orderId: id, recipient: 'ada@example.com', dedupeKey: 'x' } as const
        await queueMail(trx, mail, { now: shop.now(), mailFrom: 'shop@example.com' })
        throw new Error('undone')
      })
      await expect(failed).rejects.toThrow('undone')
      expect(await runOnce(shop, 'one')).toBe(0)
    })

    test.each<MailKind>(['receipt', 'link', 'sale', 'refund-notice', 'dispute-notice', 'fraud-notice'])(
      'of kind %s goes out whole',
      async (kind) => {
        const id = await storeOrder(shop.database)
        await queue(shop, id, { kind, dedupeKey: kind })
        await runOnce(shop, 'one')
        expect(sent[0]?.kind).toBe(kind)
        expect(sent[0]?.html).toContain(id)
        expect(sent[0]?.text).toContain(id)
      },
    )

    test('with a link to the kit waits while the shop runs without real money', async () => {
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

    test('about an order that is gone fails visibly', async () => {
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
        { state: 'open' },
        { status: 'disputed', dispute: 'open' },
        { status: 'paid', dispute: 'won' },
      ],
      [
        'dispute',
        { state: 'lost' },
        { status: 'disputed', dispute: 'lost' },
        { status: 'disputed', dispute: 'lost', restored_at: 1 },
      ],
      ['dispute', { state: 'won' }, { status: 'paid', dispute: 'won' }, { status: 'paid', revoked_at: 1 }],
    ] as const)(
      '%s %j is sent while it is true, and is obsolete afterwards',
      async (kind, details, when, then) => {
        const id = await storeOrder(shop.database, when)
        await queue(shop, id, { kind, details, dedupeKey: 'while true' })
        await runOnce(shop, 'one')
        expect(sent.map((mail) => mail.kind)).toEqual([kind])
        await queue(shop, id, { kind, details, dedupeKey: 'too late' })
        await shop.database.updateTable('orders').set(then).execute()
        await runOnce(shop, 'one')
        expect(sent).toHaveLength(1)
        const mails = await shop.database.selectFrom('outbox').select('status').orderBy('status').execute()
        expect(mails.map(({ status }) => status)).toEqual(['obsolete', 'sent'])
        expect(await Array.fromAsync(missedMails(shop.database))).toEqual([])
      },
    )

    test('with a link is not sent once the money has gone back', async () => {
      const id = await storeOrder(shop.database)
      await queue(shop, id)
      await queue(shop, id, { kind: 'sale', recipient: 'seller@example.com', dedupeKey: 'sale' })
      await shop.database.updateTable('orders').set({ refunded_at: 1, status: 'refunded' }).execute()
      while ((await runOnce(shop, 'one')) > 0);
      expect(sent.map(({ kind }) => kind)).toEqual(['sale'])
      expect(sent[0]?.text).toContain('Nothing. The payment was refunded')
      expect(await Array.fromAsync(missedMails(shop.database))).toEqual([])
    })

    test('with a link that met a closed download is sent once that is open again', async () => {
      const id = await storeOrder(shop.database)
      await queue(shop, id)
      await revoke(shop.database, id, seller())
      await runOnce(shop, 'one')
      expect(await row()).toMatchObject({ status: 'failed' })
      await changeAddress(shop.database, id, 'ada@new.example', seller())
      await restore(shop.database, id, seller())
      await runOnce(shop, 'one')
      expect(sent.map(({ to }) => to)).toEqual(['ada@new.example'])

      const other = await storeOrder(shop.database)
      await queue(shop, other)
      const effect = (refundedCents: number, failedRefunds: number) =>
        ({ kind: 'refunded', refundedCents, amountCents: 34800, refunds: 1, failedRefunds }) as const
      await applyEvent(shop, eventOf(null, { orderId: other, effect: effect(34800, 0) }), '{}')
      while ((await runOnce(shop, 'one')) > 0);
      await applyEvent(shop, eventOf(null, { orderId: other, effect: effect(0, 1) }), '{}')
      while ((await runOnce(shop, 'one')) > 0);
      expect(sent.filter(({ kind }) => kind === 'receipt')).toHaveLength(2)
    })

    test('to anything but one address fails visibly', async () => {
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

  describe('a refusal', () => {
    test('for now is tried again, later each time', async () => {
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
      take = () => {}
      await runOnce(shop, 'one')
      expect(await row()).toMatchObject({ status: 'sent', attempts: 5, last_error: null })
    })

    test('for three days is given up', async () => {
      const start = shop.now()
      await queue(shop, await storeOrder(shop.database))
      refuse(false)
      let turns = 0
      while ((await row()).status === 'queued') {
        shop.clock.now = (await row()).next_attempt_at
        await runOnce(shop, 'one')
        turns++
      }
      expect(turns).toBe(maxAttempts)
      expect(shop.now() - start).toBeLessThanOrEqual(72 * 60 * minute)
      expect(await row()).toMatchObject({ status: 'failed', last_error: expect.stringContaining('450') })
    })

    test('for good fails at once', async () => {
      await queue(shop, await storeOrder(shop.database))
      refuse(true, 'RCPT TO: 550 no such user')
      await runOnce(shop, 'one')
      expect(await row()).toMatchObject({
        status: 'failed',
        attempts: 1,
        last_error: 'RCPT TO: 550 no such user',
      })
      shop.clock.now += 24 * 60 * minute
      expect(await runOnce(shop, 'one')).toBe(0)
    })

    test('of one mail does not hold up the others', async () => {
      const [first, second] = [await storeOrder(shop.database), await storeOrder(shop.database)]
      await queue(shop, first, { recipient: 'bad@example.com' })
      await queue(shop, second)
      take = (message) => {
        if (message.to.startsWith('bad')) throw new Error('socket hang up')
      }
      while ((await runOnce(shop, 'one')) > 0);
      expect(sent.map((message) => message.to)).toEqual(['ada@example.com'])
    })

    test('leaves no address in the log or the reason', async () => {
      await queue(shop, await storeOrder(shop.database))
      refuse(false)
      await runOnce(shop, 'one')
      expect((await row()).last_error).toBe('RCPT TO: 450 <(address)> is busy')
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.join()).not.toContain('ada@example.com')
    })
  })

  test('what waits for its next try is named when it is late, and sent at once when the seller asks', async () => {
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
    const waiting = await lateMails(shop.database, shop.now())
    expect(waiting.map((mail) => mail.order_id)).toEqual([id])
    take = () => {}
    expect(await resendForSeller(shop, id)).toEqual({ recipient: 'ada@example.com', again: ['receipt'] })
    while ((await runOnce(shop, 'one')) > 0);
    expect(sent.map(({ kind }) => kind)).toEqual(['receipt', 'receipt'])
  })

  describe.each([
    ['an hour', 60],
    ['a day', 24 * 60],
  ])('after the clock was set back by %s', (_, minutes) => {
    const setBack = () => {
      shop.clock.now -= minutes * minute
    }

    test('mail that nobody has tried yet is sent', async () => {
      await queue(shop, await storeOrder(shop.database))
      setBack()
      await drain()
      expect(sent).toHaveLength(1)
    })

    test('mail that waits for its next try is sent', async () => {
      await queue(shop, await storeOrder(shop.database))
      refuse(false)
      for (let attempt = 0; attempt < 3; attempt++) {
        await drain()
        shop.clock.now = (await row()).next_attempt_at
      }
      await drain()
      setBack()
      take = () => {}
      await drain()
      expect(sent).toHaveLength(1)
    })

    test('mail of a worker that was killed is sent', async () => {
      await queue(shop, await storeOrder(shop.database))
      await claimMail(shop.database, (await row()).id, 'killed', shop.now())
      setBack()
      await drain()
      expect(sent).toHaveLength(1)
    })

    test('mail that cannot be sent is late, so that somebody hears of it', async () => {
      await queue(shop, await storeOrder(shop.database))
      setBack()
      expect(await lateMails(shop.database, shop.now())).toHaveLength(1)
    })
  })

  describe('what the seller has sent again while a try is under way', () => {
    /** Sends what has been refused once, and has the seller ask for it meanwhile. */
    const resendMeanwhile = async (mail: Parameters<typeof queue>[2], ends = () => {}) => {
      const id = await storeOrder(shop.database)
      await queue(shop, id, mail)
      refuse(false)
      await drain()
      shop.clock.now = (await row()).next_attempt_at
      take = async () => {
        take = () => {}
        await resendForSeller(shop, id)
        ends()
      }
      await drain()
    }

    test('is sent at once, also when that try fails', async () => {
      await resendMeanwhile({}, () => {
        throw new MailError('busy', { permanent: false })
      })
      expect(sent.map(({ kind }) => kind)).toEqual(['receipt'])
      expect(await row()).toMatchObject({ status: 'sent', attempts: 1 })
    })

    test('goes to its new address, also when that try reaches the old one', async () => {
      await resendMeanwhile({ kind: 'sale', recipient: 'former@example.com' })
      const notices = sent.filter(({ kind }) => kind === 'sale')
      expect(notices.map(({ to }) => to)).toEqual(['former@example.com', 'seller@example.com'])
    })
  })

  describe('what was given up', () => {
    const missed = async () =>
      (await Array.fromAsync(missedMails(shop.database))).map((mail) => mail.kind).sort()

    test('is tried again when the seller asks, the buyer’s where its mail goes now', async () => {
      const id = await storeOrder(shop.database)
      await queue(shop, id)
      await queue(shop, id, { kind: 'sale', recipient: 'former@example.com', dedupeKey: 'sale' })
      refuse(true)
      await drain()
      await resendForSeller(shop, id)
      refuse(true)
      await drain()
      expect(await missed()).toEqual(['receipt', 'sale'])
      take = () => {}
      await changeAddress(shop.database, id, 'ada@new.example', seller())
      expect(await resendForSeller(shop, id)).toEqual({
        recipient: 'ada@new.example',
        again: ['receipt', 'sale'],
      })
      await drain()
      expect(sent.map((message) => [message.kind, message.to]).sort()).toEqual([
        ['receipt', 'ada@new.example'],
        ['sale', 'seller@example.com'],
      ])
      expect(await missed()).toEqual([])
    })

    test('is not missed once a later link has come, nor when it would open nothing', async () => {
      const id = await storeOrder(shop.database)
      await queue(shop, id, { kind: 'link' })
      refuse(true)
      await drain()
      expect(await missed()).toEqual(['link'])
      take = () => {}
      shop.clock.now += minute
      expect(await resendForSeller(shop, id)).toMatchObject({ again: [] })
      await drain()
      expect(await missed()).toEqual([])

      const other = await storeOrder(shop.database)
      await queue(shop, other)
      refuse(true)
      await drain()
      expect(await missed()).toEqual(['receipt'])
      await revoke(shop.database, other, seller())
      expect(await missed()).toEqual([])
      await expect(resendForSeller(shop, other)).rejects.toMatchObject({ code: 'conflict' })
    })
  })

  test('a mail in hand when its address is changed goes to the new one, whatever became of the old', async () => {
    const id = await storeOrder(shop.database)
    await queue(shop, id)
    take = async () => {
      take = () => {}
      await changeAddress(shop.database, id, 'ada@new.example', seller())
    }
    await runOnce(shop, 'one')
    expect(await row()).toMatchObject({ status: 'queued', recipient: 'ada@new.example' })
    await runOnce(shop, 'one')
    expect(sent.map((message) => message.to)).toEqual(['ada@example.com', 'ada@new.example'])
    expect(await row()).toMatchObject({ status: 'sent', recipient: 'ada@new.example' })
  })

  describe('workers', () => {
    test('at once send each mail once', async () => {
      for (let n = 0; n < 12; n++) await queue(shop, await storeOrder(shop.database))
      const drain = async (id: string) => {
        while ((await runOnce(shop, id)) > 0);
      }
      await Promise.all(['a', 'b', 'c'].map(drain))
      await drain('d')
      expect(sent).toHaveLength(12)
      expect(new Set(sent.map((message) => message.messageId)).size).toBe(12)
    })

    test('leave a claimed mail alone until the claim lapses, then repeat it under the same Message-ID', async () => {
      await queue(shop, await storeOrder(shop.database))
      const hanging = hangMailServer()
      const slow = runOnce(shop, 'slow')
      await hanging.arrived
      take = () => {}
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

    test('renew the claim while they send, so that a slow send is not repeated', async () => {
      await queue(shop, await storeOrder(shop.database))
      const hanging = hangMailServer()
      const slow = runOnce(shop, 'slow', { renewMs: 5 })
      await hanging.arrived
      for (let renewal = 0; renewal < 3; renewal++) {
        shop.clock.now += claimMs - 1
        await expect.poll(async () => (await row()).claimed_until).toBe(shop.now() + claimMs)
        expect(await runOnce(shop, 'quick')).toBe(0)
      }
      hanging.answer()
      await slow
      expect(sent).toHaveLength(1)
    })

    test('that are killed over and over use up no tries: the mail goes out after them', async () => {
      await queue(shop, await storeOrder(shop.database))
      for (let kill = 0; kill <= maxAttempts; kill++) {
        expect(await claimMail(shop.database, (await row()).id, 'killed', shop.now())).toBeDefined()
        shop.clock.now += claimMs
      }
      refuse(false)
      await runOnce(shop, 'one')
      expect(await row()).toMatchObject({ status: 'queued', attempts: 1 })
      shop.clock.now = (await row()).next_attempt_at
      take = () => {}
      await runOnce(shop, 'one')
      expect(await row()).toMatchObject({ status: 'sent', attempts: 2 })
    })

    test('of one process do not send a mail twice when the clock jumps ahead', async () => {
      await queue(shop, await storeOrder(shop.database))
      const hanging = hangMailServer()
      const inFlight = new Set<string>()
      const first = runOnce(shop, 'first', { inFlight })
      await hanging.arrived
      shop.clock.now += 60 * minute
      expect(await runOnce(shop, 'second', { inFlight })).toBe(0)
      hanging.answer()
      await first
      expect(sent).toHaveLength(1)
    })

    test('respect a live claim of a machine whose clock is a minute ahead', async () => {
      await queue(shop, await storeOrder(shop.database))
      await claimMail(shop.database, (await row()).id, 'elsewhere', shop.now())
      shop.clock.now -= clockTolerance
      expect(await runOnce(shop, 'here')).toBe(0)
    })

    test('stop after what they began', async () => {
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

    test('send what is queued later while a mail hangs', async () => {
      const hanging = hangMailServer(({ to }) => to.startsWith('slow'))
      const worker = startWorker(shop, { pollMs: 5 })
      await queue(shop, await storeOrder(shop.database), { recipient: 'slow@example.com' })
      await hanging.arrived
      await queue(shop, await storeOrder(shop.database))
      await expect
        .poll(() => sent.map((message) => message.to), { timeout: 10_000 })
        .toEqual(['ada@example.com'])
      hanging.answer()
      await worker.stop()
      expect(sent).toHaveLength(2)
    })

    test('break off what takes too long when they stop, and leave it due', async () => {
      const arrived = Promise.withResolvers<void>()
      take = async (_message, signal) => {
        arrived.resolve()
        await new Promise((_resolve, reject) => signal?.addEventListener('abort', reject))
      }
      const worker = startWorker(shop, { pollMs: 5, stopWithin: 5 })
      await queue(shop, await storeOrder(shop.database))
      await arrived.promise
      await worker.stop()
      expect(sent).toEqual([])
      expect(await row()).toMatchObject({ status: 'queued', claimed_by: null, next_attempt_at: shop.now() })
    })

    test('find what another process queued, and stop while they wait', async () => {
      const arrived = Promise.withResolvers<void>()
      take = () => arrived.resolve()
      const worker = startWorker(shop, { pollMs: 5 })
      await queue(shop, await storeOrder(shop.database))
      await arrived.promise
      await worker.stop()
      expect(sent).toHaveLength(1)
    })
  })
})
