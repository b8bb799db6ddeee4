import { createServer, type Socket } from 'node:net'
import { domainToASCII } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { checkEmail } from '../../contract/checkout.ts'
import type { MailError, Message } from '../../server/mail/mailer.ts'
import { createSmtpMailer } from '../../server/mail/smtp-mailer.ts'
import { listen } from '../support/server-process.ts'
import { type SmtpFault, startSmtp } from '../support/smtp.ts'

const message: Message = {
  messageId: '<0123456789abcdef@shop.example>',
  kind: 'receipt',
  queuedAt: 0,
  from: { name: 'Shop', address: 'shop@shop.example' },
  to: 'ada@buyer.example',
  replyTo: 'help@shop.example',
  subject: 'Subject',
  html: '<p>Hello</p>',
  text: 'Hello',
}

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function mailerAt(url: string, timeoutMs = 2000) {
  const mailer = createSmtpMailer({ url, timeoutMs })
  cleanups.push(() => mailer.close())
  return mailer
}

async function serverWith(fault: () => SmtpFault | null, user?: string) {
  const server = await startSmtp({ fault, ...(user && { user }) })
  cleanups.push(() => server.stop())
  return server
}

const failureOf = (sending: Promise<void>): Promise<MailError> =>
  sending.then(
    () => expect.fail('The mail was sent.'),
    (error) => error,
  )

test.each([
  'ada@example.com',
  "o'hara+kit=x/y!#$%&*?^_`{|}~-@example.com",
  'ADA@Example.COM',
  'ada@münchen.example',
  'ädä@example.com',
  'ada@ｅxample。com',
  `${'x'.repeat(64)}@example.com`,
])('mail to %s goes to the address that the checkout stores', async (typed) => {
  const checked = checkEmail(typed)
  if (!checked.ok) throw new Error(checked.problem)
  const { email } = checked
  const server = await serverWith(() => null)
  await mailerAt(server.url).send({ ...message, to: email })
  const routed = (address: string) => {
    const [localPart = '', domain = ''] = address.split('@')
    return `${localPart}@${domainToASCII(domain)}`
  }
  expect(server.deliveries[0]?.to.map(routed)).toEqual([routed(email)])
})

test('an SMTP server that takes mail passes check()', async () => {
  const server = await serverWith(() => null)
  await expect(mailerAt(server.url).check()).resolves.toBeUndefined()
})

describe('a failing SMTP server', () => {
  const steps: [string, SmtpFault, boolean][] = [
    ['421 at the greeting', { at: 'greeting', answer: 421 }, false],
    ['554 at the greeting', { at: 'greeting', answer: 554 }, false],
    ['a drop at the greeting', { at: 'greeting', answer: 'drop' }, false],
    ['500 to EHLO and HELO', { at: 'hello', answer: 500 }, false],
    ['535 to AUTH', { at: 'auth', answer: 535 }, false],
    ['454 to AUTH', { at: 'auth', answer: 454 }, false],
    ['a drop at AUTH', { at: 'auth', answer: 'drop' }, false],
    ['451 to MAIL FROM', { at: 'mail', answer: 451 }, false],
    ['550 to MAIL FROM', { at: 'mail', answer: 550 }, false],
    ['a drop at MAIL FROM', { at: 'mail', answer: 'drop' }, false],
    ['450 to RCPT TO', { at: 'rcpt', answer: 450 }, false],
    ['530 to RCPT TO', { at: 'rcpt', answer: 530 }, false],
    ['550 to RCPT TO', { at: 'rcpt', answer: 550 }, true],
    ['a drop at RCPT TO', { at: 'rcpt', answer: 'drop' }, false],
    ['451 to the message', { at: 'data', answer: 451 }, false],
    ['503 to the message', { at: 'data', answer: 503 }, false],
    ['554 to the message', { at: 'data', answer: 554 }, true],
    ['a drop before the message is answered', { at: 'data', answer: 'drop' }, false],
  ]
  test.each(steps)('%s', async (_name, fault, permanent) => {
    let current: SmtpFault | null = fault
    const server = await serverWith(() => current, 'user')
    const mailer = mailerAt(server.url)
    const failure = await failureOf(mailer.send(message))
    expect(failure).toMatchObject({ name: 'MailError', permanent })
    if (typeof fault.answer === 'number') expect(failure.message).toContain(String(fault.answer))
    // The mailer never retries. Retries are the outbox's work.
    expect(server.deliveries).toHaveLength(fault.at === 'data' ? 1 : 0)

    if (fault.at === 'hello') return
    current = null
    await mailer.send(message)
    expect(server.deliveries.at(-1)?.to).toEqual([message.to])
  })

  test.each(['greeting', 'auth', 'mail', 'rcpt', 'data'] as const)('hanging at %s', async (at) => {
    const server = await serverWith(() => ({ at, answer: 'hang' }), 'user')
    const failure = await failureOf(mailerAt(server.url, 300).send(message))
    expect(failure).toMatchObject({ name: 'MailError', permanent: false })
  })

  test.each([
    ['reaches its time limit', 400, undefined],
    ['is canceled by its caller', 60_000, 100],
  ])('that sends endless answers: the message %s', async (_name, timeoutMs, cancelAfterMs) => {
    const sockets = new Set<Socket>()
    const timers: NodeJS.Timeout[] = []
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => {}))
      socket.write('220 hello\r\n')
      socket.once('data', () => timers.push(setInterval(() => socket.write('250-more\r\n'), 50)))
    })
    const port = await listen(server)
    cleanups.push(async () => {
      for (const timer of timers) clearInterval(timer)
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const mailer = mailerAt(`smtp://127.0.0.1:${port}`, timeoutMs)
    const failure = await failureOf(
      mailer.send(message, cancelAfterMs ? AbortSignal.timeout(cancelAfterMs) : undefined),
    )
    expect(failure).toMatchObject({ name: 'MailError', permanent: false })
  })

  test('that does not listen', async () => {
    const server = await serverWith(() => null)
    await server.stop()
    const mailer = mailerAt(server.url)
    expect(await failureOf(mailer.send(message))).toMatchObject({ permanent: false })
    expect(await failureOf(mailer.check())).toMatchObject({ name: 'MailError', permanent: false })
  })

  test('that refuses the login makes check() fail', async () => {
    const server = await serverWith(() => ({ at: 'auth', answer: 535 }), 'user')
    expect(await failureOf(mailerAt(server.url).check())).toMatchObject({ permanent: false })
  })

  test('without TLS gets no mail, unless it is on this machine or the URL allows it', async () => {
    const server = await startSmtp()
    cleanups.push(() => server.stop())
    // This is the same machine, but the mailer does not recognize this name as local.
    const elsewhere = server.url.replace('127.0.0.1', '127.1')
    for (const url of [elsewhere, `${elsewhere}/?ignoreTLS=false`, `${elsewhere}/?requireTLS=false`]) {
      expect(await failureOf(mailerAt(url).send(message))).toMatchObject({ permanent: false })
      expect(server.deliveries).toEqual([])
    }
    await mailerAt(`${elsewhere}/?ignoreTLS=true`).send(message)
    await mailerAt(server.url).send(message)
    expect(server.deliveries).toHaveLength(2)
  })

  test('without TLS gets no password, unless it is on this machine', async () => {
    const server = await startSmtp({ user: 'user' })
    cleanups.push(() => server.stop())
    await mailerAt(server.url).send(message)
    expect(server.passwords).toEqual(['password'])

    // This is the same machine, but the mailer does not recognize this name as local.
    const elsewhere = server.url.replace('127.0.0.1', '127.1')
    expect(new URL(elsewhere).hostname).toBe('127.1')
    expect(await failureOf(mailerAt(elsewhere).send(message))).toMatchObject({ permanent: false })
    expect(server.passwords).toEqual(['password'])
  })
})
