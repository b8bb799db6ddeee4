import { setTimeout as pause } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { ShopError } from '../../errors.ts'
import { errorPage } from '../../http/error-response.ts'
import { type Fields, readFields } from '../../http/read-fields.ts'
import { type Action, act, actions } from './actions.ts'
import { type Business, readBusiness } from './business.ts'
import type { Checkout } from './checkout.ts'
import type { SandboxDelivery } from './delivery.ts'
import { invoicePage } from './invoice-page.ts'
import type { Memory } from './memory.ts'
import { isInvoiced, type Moment, paymentOfInvoice } from './objects.ts'
import { checkoutPage } from './page.ts'
import { successUrl } from './session-parameters.ts'

/** How long an action waits for the webhook's answer before it redirects the buyer, in ms. Stripe waits as long. */
const longestWait = 10_000

const remedy = 'Start again from the pricing section: each checkout has a new address.'

const notFound = () => errorPage(new ShopError('not_found', 'The sandbox has no such checkout.', { remedy }))

/**
 * The most events that the buttons of one checkout cause. Anybody who sees a public demonstration can press them, and each press
 * makes the row longer and may send mails.
 */
const mostEvents = 50

const tooManyEvents = () =>
  errorPage(
    new ShopError(
      'conflict',
      `The sandbox allows ${mostEvents} events for each checkout. This one has had them.`,
      { remedy },
    ),
  )

/** The posted fields; none if the body cannot be read. */
const fieldsOf = (c: Context): Promise<Fields> => readFields(c).catch(() => ({}))

/** The actions for which the hosted page asks a business for its data. */
const paying: Action[] = ['pay', 'pay-later', 'decline']

const isAction = (value: unknown): value is Action => actions.includes(value as Action)

/**
 * The routes of the hosted page. GET and HEAD show it, POST applies an action. Whoever knows the address may act, so there is no
 * cookie that another website could misuse. An action is applied once, even if its form is sent twice.
 */
export function sandboxRoutes(options: {
  memory: Memory
  delivery: SandboxDelivery
  publicUrl: string
  moment: () => Moment
}): Hono {
  const { memory, delivery, publicUrl, moment } = options
  const routes = new Hono()

  routes.get('/checkout/:id', async (c) => {
    const session = await memory.find(c.req.param('id'))
    return session
      ? checkoutPage(session, { now: moment().now, declined: c.req.query('declined') === '1' })
      : notFound()
  })

  routes.get('/invoice/:id', async (c) => {
    const session = await memory.findByPayment(paymentOfInvoice(c.req.param('id')))
    return session && isInvoiced(session) ? invoicePage(session) : notFound()
  })

  routes.post('/checkout/:id', async (c) => {
    const form = await fieldsOf(c)
    const { action, 'refunds-seen': refundsSeen = '0' } = form
    if (!isAction(action) || typeof refundsSeen !== 'string') {
      return errorPage(new ShopError('bad_input', 'The sandbox does not know what to do with this form.'))
    }
    let business: Business | null = null
    if (form.business !== undefined && paying.includes(action)) {
      const read = readBusiness(form)
      if (!read.ok) {
        const session = await memory.find(c.req.param('id'))
        return session ? checkoutPage(session, { now: moment().now, declined: false, form }) : notFound()
      }
      business = read.business
    }
    let isFull = false
    const found = await memory.change(c.req.param('id'), (session) => {
      isFull = session.listedEvents.length >= mostEvents
      if (isFull) return null
      return act(session, action, {
        ...moment(),
        twice: form.twice !== undefined,
        wrongOrder: form['wrong-order'] !== undefined,
        refundsSeen: Number(refundsSeen),
        business,
      })
    })
    if (!found) return notFound()
    if (isFull) return tooManyEvents()
    // The loop sends the events that remain after the time limit.
    await Promise.race([delivery.deliver(found.id), pause(longestWait, undefined, { ref: false })])
    return seeOther(c, found, action)
  })

  /**
   * After a payment, the buyer returns to the shop, as with a real provider. After any other action, they see the page again.
   */
  function seeOther(c: Context, session: Checkout, action: Action) {
    if (action === 'pay' && session.status === 'complete')
      return c.redirect(successUrl(session.request.success_url, session.id), 303)
    const query = action === 'decline' && session.status === 'open' ? '?declined=1' : ''
    return c.redirect(`${publicUrl}/sandbox/checkout/${session.id}${query}`, 303)
  }

  return routes
}
