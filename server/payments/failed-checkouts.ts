import type { PaymentProvider } from './provider.ts'

/** With fewer failures in a row, the cause may be one buyer's order. */
const inARow = 5
const hour = 60 * 60_000

/** When each failed, in ms since 1970: the last ones since the last success. Each process has its own. */
const failures = new WeakMap<PaymentProvider, number[]>()

/**
 * Records whether the provider gave a checkout its session. The refusal of a buyer's own address does not count.
 * @param now ms since 1970
 */
export function recordCheckout(payments: PaymentProvider, outcome: 'opened' | 'failed', now: number): void {
  const earlier = failures.get(payments) ?? []
  failures.set(payments, outcome === 'opened' ? [] : [...earlier, now].slice(-inARow))
}

/** Whether the last five checkouts of the past hour all failed at the provider. @param now ms since 1970 */
export function checkoutsFail(payments: PaymentProvider, now: number): boolean {
  const recent = (failures.get(payments) ?? []).filter((at) => now - at < hour)
  return recent.length === inARow
}
