import { type Context, Hono } from 'hono'
import { sellerPath } from '../../contract/paths.ts'
import { renewSellerLink } from '../acts/seller-link.ts'
import { withLocalCommands } from '../config/local-commands.ts'
import type { SellerAction } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { RepeatedRequest, ShopError } from '../errors.ts'
import { statusOf } from '../http/error-response.ts'
import { readFields, textField } from '../http/read-fields.ts'
import { limitLog } from '../log/limited-log.ts'
import { dashboardLink } from '../payments/dashboard-link.ts'
import { type SellerAccess, sellerAccess } from './access.ts'
import { newLink } from './action-forms.ts'
import { act, readWish } from './actions.ts'
import { confirmPage } from './confirm-page.ts'
import { readHistory } from './history.ts'
import { type OrderView, orderPage } from './order-page.ts'
import { closedPage, expiredPage, renewedPage } from './refusal-pages.ts'

type SellerDependencies = Pick<
  Dependencies,
  'config' | 'database' | 'linkSecret' | 'log' | 'now' | 'payments'
>
type Open = Extract<SellerAccess, { state: 'open' }>

const requestIdShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * The seller's page of one order, for whoever has the link from a notice. GET changes nothing, because mail scanners open links.
 * The first POST of an action asks, the second does it.
 */
export function sellerRoutes(deps: SellerDependencies): Hono {
  const path = sellerPath(':token')
  const limited = limitLog(deps.log, deps.now)

  const tokenOf = (c: Context) => c.req.param('token') ?? ''

  function refuse(token: string, { state }: Exclude<SellerAccess, Open>): Promise<Response> {
    limited.info('seller.refused', { state })
    return state === 'expired' ? expiredPage(token) : closedPage(state)
  }

  async function show(
    token: string,
    { order, expiresAt }: Open,
    more: { doneId?: string; problem?: OrderView['problem'] } = {},
  ): Promise<Response> {
    const { publicUrl } = deps.config
    const history = await readHistory(deps.database, order.id)
    return orderPage({
      token,
      expiresAt,
      history,
      dashboard: dashboardLink(history.order, publicUrl),
      command: withLocalCommands(`npm run shop -- orders show ${order.id}`, publicUrl),
      done: history.actions.find(({ id }) => id === more.doneId),
      problem: more.problem,
    })
  }

  /** The action that a form did when it was sent before. */
  const findDone = (orderId: string, id: string): Promise<Pick<SellerAction, 'id'> | undefined> =>
    deps.database
      .selectFrom('order_history')
      .select('id')
      .where('id', '=', id)
      .where('order_id', '=', orderId)
      .executeTakeFirst()

  return new Hono()
    .get(path, async (c) => {
      const access = await sellerAccess(tokenOf(c), deps)
      if (access.state !== 'open') return refuse(tokenOf(c), access)
      return show(tokenOf(c), access, { doneId: c.req.query('done') ?? '' })
    })
    .post(path, async (c) => {
      const token = tokenOf(c)
      const access = await sellerAccess(token, deps)
      const fields = await readFields(c)
      const text = (name: string) => textField(fields, name)
      if (access.state === 'expired' && text('action') === newLink) {
        await renewSellerLink(deps, access.orderId)
        limited.info('seller.link_renewed', { order: access.orderId })
        return renewedPage()
      }
      if (access.state !== 'open') return refuse(token, access)
      const { order } = access
      const requestId = text('request')
      const typed = {
        action: text('action'),
        email: text('email'),
        note: text('note'),
      }
      // A new address, so that a reload sends nothing again.
      const done = () => {
        c.header('cache-control', 'no-store')
        return c.redirect(`${sellerPath(token)}?done=${requestId}`, 303)
      }
      const isConfirmed = requestIdShape.test(requestId)
      if (isConfirmed && (await findDone(order.id, requestId))) return done()
      try {
        const wish = readWish(order, typed)
        if (!isConfirmed) return await confirmPage(token, order, wish, crypto.randomUUID())
        await act(deps, order, wish, { by: 'link', now: deps.now(), requestId })
        deps.log.info('seller.action', { order: order.id, action: typed.action })
        return done()
      } catch (error) {
        if (error instanceof RepeatedRequest) return done()
        if (!(error instanceof ShopError && ['bad_input', 'conflict'].includes(error.code))) throw error
        const problem = { status: statusOf(error), message: error.message, ...typed }
        return show(token, access, { problem })
      }
    })
}
