import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { sellerPath } from '../../contract/paths.ts'
import { acts, perform } from '../acts/acts.ts'
import { renewSellerLink } from '../acts/seller-link.ts'
import type { Order } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { readLink } from '../downloads/link.ts'
import { ShopError } from '../errors.ts'
import { httpStatusOf } from '../http/error-response.ts'
import { page } from '../http/page.ts'
import { readFields, textField } from '../http/read-fields.ts'
import { limitLog } from '../log/limited-log.ts'
import { findOrder, readOrder } from '../orders/find-orders.ts'
import { button, formTo, type OrderView, orderPage } from './order-page.ts'

/** What a link from a notice opens. */
type Access =
  | { state: 'open'; order: Order; expiresAt: number }
  | { state: 'expired'; orderId: string }
  /** The buyer of the order was erased. */
  | { state: 'erased' }
  /** Not signed by this shop for the seller's page, or for an unknown order. */
  | { state: 'unknown' }

async function accessOf(token: string, { database, linkSecret, now }: Dependencies): Promise<Access> {
  const link = readLink(token, linkSecret, 'seller')
  if (!link) return { state: 'unknown' }
  if (link.expiresAt <= now()) return { state: 'expired', orderId: link.orderId }
  const order = await readOrder(database, link.orderId)
  if (!order) return { state: 'unknown' }
  if (order.erased_at !== null) return { state: 'erased' }
  return { state: 'open', order, expiresAt: link.expiresAt }
}

/** What the button on the page of an expired link asks for. */
const newLink = 'new-link'

/** The page of a link that opens nothing now. It says nothing of the order. */
function closedPage(token: string, state: Exclude<Access['state'], 'open'>): Promise<Response> {
  const { status, title, text } = {
    expired: {
      status: 410,
      title: 'This link has expired',
      text: "The link to an order works for seven days. The button mails a new one to the seller's address, and nowhere else.",
    },
    erased: {
      status: 410,
      title: 'The buyer was erased',
      text: 'Name, address and mail of this order were removed, so there is nothing left to do here. Its amounts are on the command line.',
    },
    unknown: {
      status: 404,
      title: 'Unknown link',
      text: 'This address opens no order. Mail programs sometimes cut a long address: open it with the button in the notice.',
    },
  }[state]
  const renew = html`<p class="actions">${button(newLink, "Mail a fresh link to the seller's address", 'primary')}</p>`
  return page({
    title,
    language: 'en',
    status,
    body: html`<h1>${title}</h1><p class="lead">${text}</p>${state === 'expired' ? formTo(token, renew) : ''}`,
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
  const limited = limitLog(deps.log, deps.now)
  const onPage = acts.filter((act) => act.button !== null)
  const actNamed = (name: string | undefined) => onPage.find((act) => act.name === name)

  const tokenOf = (c: Context) => c.req.param('token') ?? ''

  function refuse(token: string, { state }: Exclude<Access, { state: 'open' }>): Promise<Response> {
    limited.info('seller.refused', { state })
    return closedPage(token, state)
  }

  async function show(
    token: string,
    { order: { id }, expiresAt }: Extract<Access, { state: 'open' }>,
    more: Pick<OrderView, 'done' | 'problem'>,
  ): Promise<Response> {
    const order = await findOrder(deps.database, id)
    const mails = deps.database.selectFrom('outbox').selectAll().where('order_id', '=', id)
    return orderPage(
      { token, expiresAt, order, mails: await mails.orderBy('created_at').execute(), ...more },
      deps,
    )
  }

  async function post(c: Context, token: string): Promise<Response> {
    const access = await accessOf(token, deps)
    const fields = await readFields(c)
    const name = textField(fields, 'act')
    if (access.state === 'expired' && name === newLink) {
      await renewSellerLink(deps, access.orderId)
      limited.info('seller.link_renewed', { order: access.orderId })
      return renewedPage()
    }
    if (access.state !== 'open') return refuse(token, access)
    const act = actNamed(name)
    if (!act) throw new ShopError('bad_input', 'This page has no such button.')
    const typed = act.field ? textField(fields, act.field.name) : ''
    const { id } = access.order
    try {
      await perform(deps, act, id, typed, { by: 'link', now: deps.now() })
    } catch (error) {
      if (!(error instanceof ShopError && ['bad_input', 'conflict'].includes(error.code))) throw error
      return show(token, access, {
        problem: { status: httpStatusOf(error), message: error.message, act, typed },
      })
    }
    deps.log.info('seller.act', { order: id, act: act.name })
    // A new address, so that a reload does nothing again.
    c.header('cache-control', 'no-store')
    return c.redirect(`${sellerPath(token)}?done=${act.name}`, 303)
  }

  return new Hono()
    .get(path, async (c) => {
      const token = tokenOf(c)
      const access = await accessOf(token, deps)
      return access.state === 'open'
        ? show(token, access, { done: actNamed(c.req.query('done')) })
        : refuse(token, access)
    })
    .post(path, (c) => post(c, tokenOf(c)))
}
