import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Kysely } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { formatMoment } from '../../contract/format.ts'
import type { Schema } from '../database/schema.ts'
import { ShopError } from '../errors.ts'
import { isLocal } from '../http/client.ts'
import { errorPage } from '../http/error-response.ts'
import { page } from '../http/page.ts'

/** The most mails that the list shows. */
const mostListed = 100

/** The names that `files-mailer.ts` gives. */
const fileShape = /^[\w.-]{1,200}\.eml$/

/**
 * The mail runs no script and loads no file. Only its inline styles apply. Its links open in a new tab, outside of the
 * sandboxed frame.
 */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox"

/**
 * The mailbox of a shop that is being tried out. It shows every mail in `folder`, for any recipient. Links in mails open
 * downloads, so only programs on this machine get it, whatever PUBLIC_URL says: HOST may open the port to a network.
 */
export function mailboxRoutes({ folder, database }: { folder: string; database: Kysely<Schema> }): Hono {
  const readMail = async (file: string): Promise<Email | null> => {
    if (!fileShape.test(file)) return null
    const bytes = await readFile(path.join(folder, file)).catch(() => null)
    return bytes && PostalMime.parse(bytes)
  }
  const notFound = (c: Context) => {
    c.status(404)
    return errorPage(
      new ShopError('not_found', 'There is no such email.', { remedy: 'Look at the list of emails again.' }),
    )
  }

  /** The sandbox's page for the order of a mail. */
  async function checkoutOf({ messageId = '' }: Email): Promise<string | null> {
    const row = await database
      .selectFrom('outbox')
      .innerJoin('orders', 'orders.id', 'outbox.order_id')
      .select('orders.session_id')
      .where('outbox.message_id', '=', messageId)
      .executeTakeFirst()
    return row?.session_id ? `/sandbox/checkout/${row.session_id}` : null
  }

  return new Hono()
    .use(async (c, next) => (isLocal(c) ? next() : c.notFound()))
    .get('/', async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => fileShape.test(name))
      const newest = names.sort().reverse().slice(0, mostListed)
      const mails = await Promise.all(newest.map(async (file) => ({ file, mail: await readMail(file) })))
      return page({
        title: 'Mailbox',
        language: 'en',
        body: html`<h1>Mailbox of the sandbox</h1>
<p class="lead">Every email that the shop has sent. Without SMTP_URL they stay on this machine.</p>
${
  mails.length === 0
    ? html`<p class="note">No email yet. Buy something: the receipt comes within seconds.</p>`
    : html`<ul class="rows">${mails.map(({ file, mail }) =>
        mail
          ? html`<li><a href="/sandbox/mail/${file}">${mail.subject}</a><span class="small">To ${mail.to?.[0]?.address}, ${formatMoment(Date.parse(mail.date ?? ''), 'en')}</span></li>`
          : '',
      )}</ul>`
}
<p class="actions"><a class="button button-secondary" href="/sandbox/mail">Look again</a><a class="button button-secondary" href="/">Back to the shop</a></p>`,
      })
    })
    .get('/:file', async (c) => {
      const file = c.req.param('file')
      const mail = await readMail(file)
      if (!mail) return notFound(c)
      const checkout = await checkoutOf(mail)
      c.set('frames', true)
      return page({
        title: mail.subject ?? 'Email',
        language: 'en',
        body: html`<h1>${mail.subject}</h1>
<dl class="data"><dt>From</dt><dd>${mail.from?.name} &lt;${mail.from?.address}&gt;</dd><dt>To</dt><dd>${mail.to?.[0]?.address}</dd></dl>
<iframe class="mail" src="/sandbox/mail/${file}/html" title="The email" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<p class="actions">${checkout ? html`<a class="button button-primary" href="${checkout}">Refund, dispute and more for this order</a>` : ''}<a class="button button-secondary" href="/sandbox/mail">All emails</a></p>
<details><summary>The same as text</summary><pre class="mail">${mail.text}</pre></details>`,
      })
    })
    .get('/:file/html', async (c) => {
      const mail = await readMail(c.req.param('file'))
      if (!mail) return notFound(c)
      c.set('policy', mailPolicy)
      return c.html(mail.html ?? '', 200, { 'cache-control': 'no-store, no-transform' })
    })
}
