import type { Checkout } from '../../server/payments/sandbox/checkout.ts'
import { eventsOf, type Memory } from '../../server/payments/sandbox/memory.ts'

/** A memory of the sandbox that lives as long as its process. `checkouts`: by id, oldest first; tests may change them. */
export function mapMemory(): Memory & { checkouts: Map<string, Checkout> } {
  const checkouts = new Map<string, Checkout>()
  const all = () => [...checkouts.values()]
  const copy = (checkout: Checkout | undefined) => (checkout ? structuredClone(checkout) : null)
  const ids = (isWanted: (checkout: Checkout) => boolean) =>
    all()
      .filter(isWanted)
      .map(({ id }) => id)
  return {
    checkouts,
    find: async (id) => copy(checkouts.get(id)),
    findByPayment: async (id) => copy(all().find(({ paymentId }) => paymentId === id)),
    findByKey: async (key) => copy(all().find((checkout) => checkout.key === key)),
    async insert(checkout) {
      if (all().some(({ key }) => key === checkout.key)) return false
      checkouts.set(checkout.id, structuredClone(checkout))
      return true
    },
    async change(id, change) {
      const checkout = copy(checkouts.get(id))
      const next = checkout && change(checkout)
      if (next) checkouts.set(id, { ...next, version: next.version + 1 })
      return copy(checkouts.get(id))
    },
    list: async (since, limit) =>
      all()
        .filter(({ createdAt }) => createdAt >= since)
        .reverse()
        .slice(0, limit)
        .map((checkout) => structuredClone(checkout)),
    overdue: async (now) => ids(({ status, expiresAt }) => status === 'open' && expiresAt <= now),
    undelivered: async () => ids(({ pending }) => pending.length > 0),
    listEvents: async (period) => eventsOf(all(), period),
  }
}
