import type { ProviderEvent } from '../payments/provider.ts'
import { applyEvent, type EventDependencies } from './events.ts'

/**
 * Applies an event that came by webhook. An event of the provider's other mode is only stored: test money must not open a real
 * order, and real money must not open a test order.
 * @param body JSON of the event as received
 */
export async function receiveEvent(
  deps: EventDependencies,
  event: ProviderEvent,
  body: string,
): Promise<void> {
  if (event.livemode === deps.payments.livemode) await applyEvent(deps, event, body)
  else await storeOtherMode(deps, event)
}

/**
 * Stores that an event of the other mode came, but none of its content. If the same event comes again while the shop runs in
 * that mode, `applyEvent` treats it as new.
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
