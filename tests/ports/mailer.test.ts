import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFilesMailer } from '../../server/mail/files-mailer.ts'
import { MailError, type Mailer, type Message } from '../../server/mail/mailer.ts'
import { createSmtpMailer } from '../../server/mail/smtp-mailer.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { startSmtp } from '../support/smtp.ts'

interface Adapter {
  mailer: Mailer
  /** The mails that have arrived, parsed. */
  arrived(): Promise<Email[]>
  /** The number of mails that arrive when one message is sent twice. */
  copies: number
  stop(): void | Promise<void>
}

const adapters: Record<'files' | 'smtp', () => Promise<Adapter>> = {
  async files() {
    const { path: root, remove } = temporaryDirectory()
    const folder = path.join(root, 'data', 'mail')
    return {
      mailer: createFilesMailer(folder),
      copies: 1,
      async arrived() {
        const names = readdirSync(root, { recursive: true, withFileTypes: true })
        const files = names.filter((entry) => entry.isFile()).map((entry) => path.join(folder, entry.name))
        return Promise.all(files.map((file) => PostalMime.parse(readFileSync(file))))
      },
      stop: remove,
    }
  },
  async smtp() {
    const server = await startSmtp()
    const mailer = createSmtpMailer({ url: server.url, timeoutMs: 5000 })
    return {
      mailer,
      copies: 2,
      async arrived() {
        expect(server.deliveries.every((delivery) => delivery.to.length === 1)).toBe(true)
        return Promise.all(server.deliveries.map((delivery) => PostalMime.parse(delivery.raw)))
      },
      async stop() {
        await mailer.close()
        await server.stop()
      },
    }
  },
}

const message: Message = {
  messageId: '<0123456789abcdef@shop.example>',
  kind: 'receipt',
  queuedAt: Date.UTC(2026, 10, 20, 10, 15),
  from: { name: 'The Shop, Inc. "x"', address: 'shop@shop.example' },
  to: "o'hara+kit@buyer.example",
  replyTo: 'help@shop.example',
  subject: 'Your kit — ready · “ok” 你好',
  html: `<p>Hello <b>you</b>, ${'long line '.repeat(300)}</p>`,
  text: `Hello you\n.\n..\nFrom here: https://shop.example/${'x'.repeat(300)}`,
}

describe.each(['files', 'smtp'] as const)('the %s mailer', (kind) => {
  let adapter: Adapter
  beforeEach(async () => {
    adapter = await adapters[kind]()
  })
  afterEach(() => adapter.stop())

  test('delivers every part unchanged', async () => {
    await adapter.mailer.send(message)
    const [mail, ...others] = await adapter.arrived()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      messageId: message.messageId,
      from: message.from,
      to: [{ address: message.to }],
      replyTo: [{ address: message.replyTo }],
      subject: message.subject,
    })
    expect(mail?.html?.trim()).toBe(message.html)
    expect(mail?.text?.trim()).toBe(message.text)
    expect(mail?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
  })

  test('a message that is sent twice has the same Message-ID', async () => {
    await adapter.mailer.send(message)
    await adapter.mailer.send(message)
    const ids = (await adapter.arrived()).map((mail) => mail.messageId)
    expect(ids).toEqual(Array(adapter.copies).fill(message.messageId))
  })

  test('messages that are sent at the same moment do not overwrite each other', async () => {
    await Promise.all(
      [1, 2, 3, 4, 5].map((n) => adapter.mailer.send({ ...message, messageId: `<${n}@shop.example>` })),
    )
    expect(await adapter.arrived()).toHaveLength(5)
  })

  test.each([
    '',
    'nobody',
    'a@b.example,c@d.example',
    'a@b.example;c@d.example',
    'a@b.example c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example\nRCPT TO:<c@d.example>',
    ' a@b.example',
    'a@b.example ',
    'A <a@b.example>',
    '<a@b.example>',
    'group: a@b.example;',
    '"a@b.example"@d.example',
    `${'x'.repeat(250)}@b.example`,
  ])('permanently refuses %j before it sends anything', async (to) => {
    const failure = await adapter.mailer.send({ ...message, to }).catch((error) => error)
    expect(failure).toBeInstanceOf(MailError)
    expect(failure.permanent).toBe(true)
    expect(await adapter.arrived()).toEqual([])
  })

  test('a subject cannot add a header', async () => {
    await adapter.mailer.send({ ...message, subject: 'Sale\r\nBcc: c@d.example\r\n\r\nbody' })
    const [mail] = await adapter.arrived()
    expect(mail?.bcc).toBeUndefined()
    expect(mail?.headers.filter((header) => header.key === 'bcc')).toEqual([])
    expect(mail?.text?.trim()).toBe(message.text)
  })

  test('mail to an internationalized domain arrives', async () => {
    await adapter.mailer.send({ ...message, to: 'ada@münchen.example' })
    const [mail] = await adapter.arrived()
    expect(mail?.to?.[0]?.address).toMatch(/^ada@(münchen|xn--mnchen-3ya)\.example$/)
  })
})

test('only the owner can open the folder of mail files', async () => {
  const { path: root, remove } = temporaryDirectory()
  const folder = path.join(root, 'data', 'mail')
  await createFilesMailer(folder).send(message)
  for (const created of [folder, path.dirname(folder)]) expect(statSync(created).mode & 0o777).toBe(0o700)
  remove()
})
