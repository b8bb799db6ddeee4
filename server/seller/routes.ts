import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { sellerPath } from '../../contract/paths.ts'
import { type Act, acts, perform } from '../acts/acts.ts'
import { renewSellerLink } from '../acts/seller-link.ts'
import type { Order } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { readLink } from '../downloads/link.ts'
import { ShopError } from '../errors.ts'
import { httpStatusOf } from '../http/error-response.ts'
import { page } from '../http/page.ts'
import { readFields, textField } from '../http/read-fields.ts'
import { findOrder, readOrder } from '../orders/find-orders.ts'
import { actForm, type Happened, orderPage } from './order-page.ts'

/** What a link from a notice opens. */
type Opened =
  | { state: 'open'; order: Order; expiresAt: number }
  | { state: 'expired'; orderId: string }
  /** Not signed by this shop for the seller's page, for an unknown order, or for one whose buyer was erased. */
  | { state: 'unknown' }

async function openedBy(token: string, { database, linkSecret, now }: Dependencies): Promise<Opened> {
  const link = readLink(token, linkSecret, 'seller')
  if (!link) return { state: 'unknown' }
  if (link.expiresAt <= now()) return { state: 'expired', orderId: link.orderId }
  const order = await readOrder(database, link.orderId)
  if (!order || order.erased_at !== null) return { state: 'unknown' }
  return { state: 'open', order, expiresAt: link.expiresAt }
}

/** What the button on the page of an expired link asks for. */
const newLink = 'new-link'

/** The page of a link that opens nothing now. It says nothing of the order. */
function noOrderPage(token: string, isExpired: boolean): Promise<Response> {
  const title = isExpired ? 'This link has expired' : 'This link opens no order'
  const text = isExpired
    ? "The link to an order works for seven days. The button mails a new one to the seller's address, and nowhere else."
    : 'The buyer was erased, or a mail program has cut the address: open it with the button in the notice.'
  const renew = actForm(token, { name: newLink, button: "Mail a fresh link to the seller's address" })
  return page({
    title,
    language: 'en',
    status: isExpired ? 410 : 404,
    body: html`<h1>${title}</h1><p class="lead">${text}</p>${isExpired ? renew : ''}`,
  })
}

/** The answer to that button, whatever happens: whoever has an expired link learns nothing about the order. */
const renewedPage = (): Promise<Response> =>
  page({
    title: "Look into the seller's mailbox",
    language: 'en',
    body: html`<h1>Look into the seller's mailbox</h1>
<p class="lead">If the shop still has this order, a fresh link arrives there within a minute. There is at most one in an hour.</p>
<p>Nothing came? The command line on the server opens every order, and prints why mail did not leave.</p>`,
  })

/** The seller's page of one order, for whoever has the link from a notice. GET changes nothing, because mail scanners open links. */
export function sellerRoutes(deps: Dependencies): Hono {
  const path = sellerPath(':token')
  const actNamed = (name: string | undefined): Act | undefined =>
    acts.find((act) => act.button !== null && act.name === name)
  const tokenOf = (c: Context) => c.req.param('token') ?? ''

  async function show(
    token: string,
    { order: { id }, expiresAt }: Extract<Opened, { state: 'open' }>,
    happened: Happened,
  ): Promise<Response> {
    const order = await findOrder(deps.database, id)
    const mails = deps.database.selectFrom('outbox').selectAll().where('order_id', '=', id)
    const sorted = await mails.orderBy('created_at', 'desc').execute()
    return orderPage({ token, expiresAt, order, mails: sorted, ...happened }, deps)
  }

  return new Hono()
    .get(path, async (c) => {
      const token = tokenOf(c)
      const access = await openedBy(token, deps)
      if (access.state !== 'open') return noOrderPage(token, access.state === 'expired')
      return show(token, access, { done: actNamed(c.req.query('done')) })
    })
    .post(path, async (c) => {
      const token = tokenOf(c)
      const access = await openedBy(token, deps)
      const fields = await readFields(c)
      const name = textField(fields, 'act')
      if (access.state === 'expired' && name === newLink) {
        await renewSellerLink(deps, access.orderId)
        return renewedPage()
      }
      if (access.state !== 'open') return noOrderPage(token, access.state === 'expired')
      const act = actNamed(name)
      if (!act) throw new ShopError('bad_input', 'This page has no such button.')
      const typed = act.field ? textField(fields, act.field.name) : ''
      const { id } = access.order
      try {
        await perform(deps, act, id, typed, { by: 'link', now: deps.now() })
      } catch (error) {
        if (!(error instanceof ShopError && ['bad_input', 'conflict'].includes(error.code))) throw error
        const problem = { status: httpStatusOf(error), message: error.message, act, typed }
        return show(token, access, { problem })
      }
      deps.log.info('seller.act', { order: id, act: act.name })
      // A new address, so that a reload does nothing again.
      c.header('cache-control', 'no-store')
      return c.redirect(`${sellerPath(token)}?done=${act.name}`, 303)
    })
}
