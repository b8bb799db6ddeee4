import { setTimeout as pause } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { ShopError } from '../../errors.ts'
import { errorPage } from '../../http/error-response.ts'
import { type Fields, readFields, textField } from '../../http/read-fields.ts'
import { applyAction, withCode } from './actions.ts'
import type { Checkout } from './checkout.ts'
import type { SandboxDelivery } from './delivery.ts'
import type { Memory } from './memory.ts'
import type { Moment } from './objects.ts'
import { checkoutPage, successUrl } from './page.ts'

/** How long a button waits for the webhook's answer before it redirects the buyer, in ms. Stripe waits as long. */
const longestWait = 10_000

/** What the buttons of the page send. */
export const buttons = ['pay', 'decline', 'code', 'refund', 'dispute'] as const

const notFound = () =>
  errorPage(
    new ShopError('not_found', 'The sandbox has no such checkout.', {
      remedy: 'Start again from the pricing section: each checkout has a new address.',
    }),
  )

/** The posted fields; none if the body cannot be read. */
const fieldsOf = (c: Context): Promise<Fields> => readFields(c).catch(() => ({}))

/**
 * The routes of the hosted page. GET and HEAD show it, POST applies a button. Whoever knows the address may act, so there is no
 * cookie that another website could misuse. A button is applied once, even if its form is sent twice.
 */
export function sandboxRoutes(options: {
  memory: Memory
  delivery: SandboxDelivery
  publicUrl: string
  moment: () => Moment
}): Hono {
  const { memory, delivery, publicUrl, moment } = options
  const path = '/checkout/:id'
  const routes = new Hono()

  routes.get(path, async (c) => {
    const checkout = await memory.find(c.req.param('id'))
    const isDeclined = c.req.query('declined') === '1'
    return checkout ? checkoutPage(checkout, { now: moment().now, isDeclined }) : notFound()
  })

  routes.post(path, async (c) => {
    const fields = await fieldsOf(c)
    const button = buttons.find((name) => name === fields.action)
    if (!button)
      return errorPage(new ShopError('bad_input', 'The sandbox does not know what to do with this form.'))
    const code = button === 'code' ? textField(fields, 'code') : ''
    const press = (newest: Checkout): Checkout | null => {
      if (button === 'decline') return null
      return button === 'code' ? withCode(newest, code) : applyAction(newest, button, moment())
    }
    const checkout = await memory.change(c.req.param('id'), press)
    if (!checkout) return notFound()
    if (button === 'code' && checkout.status === 'open' && withCode(checkout, code) === null)
      return checkoutPage(checkout, { now: moment().now, unknownCode: code })
    // The loop sends the events that remain after the time limit.
    await Promise.race([delivery.deliver(checkout.id), pause(longestWait, undefined, { ref: false })])
    // After a payment, the buyer returns to the shop, as with a real provider. After any other button, they see the page again.
    if (button === 'pay' && checkout.status === 'complete') return c.redirect(successUrl(checkout), 303)
    const query = button === 'decline' && checkout.status === 'open' ? '?declined=1' : ''
    return c.redirect(`${publicUrl}/sandbox/checkout/${checkout.id}${query}`, 303)
  })

  return routes
}
