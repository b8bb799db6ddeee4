import { type Context, Hono } from 'hono'
import { ShopError } from '../../errors.ts'
import { errorPage } from '../../http/page.ts'
import { type Fields, readFields } from '../../http/read-fields.ts'
import { type Action, act, actions } from './actions.ts'
import type { SandboxDelivery } from './delivery.ts'
import { checkoutPage } from './page.ts'
import type { SandboxSession } from './session.ts'
import type { SandboxStore } from './store.ts'
import { successUrl } from './success-url.ts'

/** How long an action waits for the webhook's answer before it redirects the buyer, in ms. Stripe waits as long. */
const longestWait = 10_000

const notFound = () =>
  errorPage(
    new ShopError('not_found', 'The sandbox has no such checkout.', {
      remedy: 'Start again from the pricing section: each checkout has a new address.',
    }),
  )

/** The posted fields; none if the body cannot be read. */
function fieldsOf(c: Context): Fields {
  try {
    return readFields(c.req.header('content-type'), c.get('body'))
  } catch {
    return {}
  }
}

const isAction = (value: unknown): value is Action => actions.includes(value as Action)

/**
 * The routes of the hosted page. GET and HEAD show it, POST applies an action. Whoever knows the address may act, so there is no
 * cookie that another website could misuse. An action is applied once, even if its form is sent twice.
 */
export function sandboxRoutes(options: {
  store: SandboxStore
  delivery: SandboxDelivery
  publicUrl: string
  now: () => number
}): Hono {
  const { store, delivery, publicUrl, now } = options
  const routes = new Hono()

  routes.get('/checkout/:id', async (c) => {
    const session = await store.find(c.req.param('id'))
    return session
      ? checkoutPage(session, { now: now(), declined: c.req.query('declined') === '1' })
      : notFound()
  })

  routes.post('/checkout/:id', async (c) => {
    const form = fieldsOf(c)
    const { action, 'refunds-seen': refundsSeen = '0' } = form
    if (!isAction(action) || typeof refundsSeen !== 'string') {
      return errorPage(new ShopError('bad_input', 'The sandbox does not know what to do with this form.'))
    }
    const found = await store.change(c.req.param('id'), (session) =>
      act(session, action, {
        now: now(),
        twice: form.twice !== undefined,
        wrongOrder: form['wrong-order'] !== undefined,
        refundsSeen: Number(refundsSeen),
      }),
    )
    if (!found) return notFound()
    await waitFor(delivery.deliver(found.session.id))
    return seeOther(c, found.session, action)
  })

  /**
   * After a payment, the buyer returns to the shop, as with a real provider. After any other action, they see the page again.
   */
  function seeOther(c: Context, session: SandboxSession, action: Action) {
    if (action === 'pay' && session.status === 'complete')
      return c.redirect(successUrl(session.request.successUrl, session.id), 303)
    const query = action === 'decline' && session.status === 'open' ? '?declined=1' : ''
    return c.redirect(`${publicUrl}/sandbox/checkout/${session.id}${query}`, 303)
  }

  return routes
}

/** Waits for the deliveries, at most `longestWait`. The loop sends the remaining events. */
async function waitFor(deliveries: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeLimit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestWait)
  })
  await Promise.race([deliveries, timeLimit]).finally(() => clearTimeout(timer))
}
