import { Hono } from 'hono'
import { html } from 'hono/html'
import { mails } from '#content/mails.ts'
import { functions } from '../../contract/paths.ts'
import type { Order } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { readLink, signLink } from '../downloads/link.ts'
import { help, page } from '../http/page.ts'
import { readOrder } from '../orders/find-orders.ts'
import { unsubscribe } from '../orders/order-rows.ts'

const { unsubscribe: texts } = mails

/** The address in each announcement at which its buyer gets no more of them. */
export function unsubscribeUrl({ id }: Pick<Order, 'id'>, { config, linkSecret }: Dependencies): string {
  const token = signLink({ orderId: id, expiresAt: 0 }, linkSecret, 'unsubscribe')
  return `${config.publicUrl}${functions.unsubscribe(token)}`
}

const unknownLinkPage = () =>
  page({
    title: texts.unknown.title,
    status: 404,
    body: html`<h1>${texts.unknown.title}</h1>
<p class="lead">${texts.unknown.text}</p>
${help}`,
  })

/**
 * The page of the link, and its button. Mail scanners open links, so only a POST unsubscribes. The mailbox provider sends it
 * without a page when its user presses "Unsubscribe" there (RFC 8058 §3.2); its body says nothing new, so nobody reads it.
 */
export function unsubscribeRoutes({ database, linkSecret, now }: Dependencies): Hono {
  const path = functions.unsubscribe(':token')
  const orderOf = (token: string) => readLink(token, linkSecret, 'unsubscribe')?.orderId ?? ''
  return new Hono()
    .get(path, async (c) => {
      const token = c.req.param('token') ?? ''
      if (!(await readOrder(database, orderOf(token)))) return unknownLinkPage()
      return page({
        title: texts.title,
        body: html`<h1>${texts.title}</h1>
<p class="lead">${texts.text}</p>
<form method="post" action="${functions.unsubscribe(token)}"><button class="button button-primary" type="submit">${texts.button}</button></form>
${help}`,
      })
    })
    .post(path, async (c) => {
      if (!(await unsubscribe(database, orderOf(c.req.param('token') ?? ''), now()))) return unknownLinkPage()
      return page({
        title: texts.done.title,
        body: html`<h1>${texts.done.title}</h1>
<p class="lead">${texts.done.text}</p>
${help}`,
      })
    })
}
