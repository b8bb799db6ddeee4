import type { Order } from '../database/schema.ts'

export interface DashboardLink {
  /** The text of the link. It says what opens. */
  label: string
  href: string
}

/**
 * The link to a payment in the provider's dashboard; null if there is no payment yet.
 * @param publicUrl the shop's own address, because the sandbox's dashboard is its hosted page
 */
export function dashboardLink(
  order: Pick<Order, 'provider' | 'livemode' | 'payment_id' | 'session_id'>,
  publicUrl: string,
): DashboardLink | null {
  if (order.provider === 'sandbox') {
    if (!order.session_id) return null
    return {
      label: 'Open this payment in the sandbox',
      href: `${publicUrl}/sandbox/checkout/${order.session_id}`,
    }
  }
  if (!order.payment_id) return null
  const mode = order.livemode === 1 ? '' : 'test/'
  return {
    label: 'Open this payment in the Stripe dashboard',
    href: `https://dashboard.stripe.com/${mode}payments/${order.payment_id}`,
  }
}
