import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import PostalMime from 'postal-mime'
import type { Shop } from './shop.ts'

export interface Received {
  messageId: string
  to: string
  text: string
  /** How many times it arrived. After a kill, a mail may arrive again with the same id. */
  times: number
}

/** All mail that the shop has sent, over SMTP and into files, by its Message-ID. */
export interface Mailbox {
  /** Reads the mail that has arrived since the last call. */
  read(): Promise<Map<string, Received>>
}

export function openMailbox(shop: Pick<Shop, 'smtp' | 'dataDir'>): Mailbox {
  const received = new Map<string, Received>()
  const files = new Set<string>()
  let readDeliveries = 0
  const add = async (raw: string | Buffer, recipient?: string) => {
    const mail = await PostalMime.parse(raw)
    const messageId = mail.messageId ?? ''
    const known = received.get(messageId)
    if (known) known.times++
    else {
      const to = recipient ?? mail.to?.[0]?.address ?? ''
      received.set(messageId, { messageId, to, text: mail.text ?? '', times: 1 })
    }
  }
  let last: Promise<unknown> = Promise.resolve()
  const readAll = async () => {
    for (; readDeliveries < shop.smtp.deliveries.length; readDeliveries++) {
      const delivery = shop.smtp.deliveries[readDeliveries]
      if (delivery) await add(delivery.raw, delivery.to.join())
    }
    const folder = path.join(shop.dataDir, 'mail')
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      if (!name.endsWith('.eml') || files.has(name)) continue
      files.add(name)
      await add(readFileSync(path.join(folder, name)))
    }
    return received
  }
  return {
    // Calls run one after another. Otherwise, two calls could count the same mail.
    read() {
      const next = last.then(readAll)
      last = next.catch(() => {})
      return next
    },
  }
}

/** The download link of a mail, and the file's digest that the mail states. */
export function downloadOf(mail: Received): { link: string; sha256: string } | null {
  const link = /http:\S+\/functions\/v1\/download\/\S+/.exec(mail.text)?.[0]
  const sha256 = /\b[0-9a-f]{64}\b/.exec(mail.text)?.[0]
  return link ? { link, sha256: sha256 ?? '' } : null
}
