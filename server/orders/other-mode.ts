import type { ProviderEvent } from '../payments/provider.ts'
import type { EventDependencies } from './events.ts'

/** Whether an event was made in the provider's other mode: with test money in a live shop, or the other way around. */
export const isOfOtherMode = (
  event: ProviderEvent,
  { payments }: Pick<EventDependencies, 'payments'>,
): boolean => event.livemode !== payments.livemode

/**
 * Stores that an event of the other mode came, and nothing of what it says: test money must not open a real order. Should
 * the same event come again when the shop runs in its mode, `applyEvent` takes it as new.
 */
export async function storeOtherMode(deps: EventDependencies, event: ProviderEvent): Promise<void> {
  deps.log.warn('webhook.other_mode', { id: event.id, type: event.type, livemode: event.livemode })
  await deps.database
    .insertInto('events')
    .values({
      id: event.id,
      provider: deps.payments.name,
      type: event.type,
      outcome: 'ignored',
      payload: '{}',
      created_at: deps.now(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
