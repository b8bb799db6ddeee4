import { ShopError } from '../server/errors.ts'
import { findMatchingEvents } from '../server/orders/stored-events.ts'
import { printable, time } from './format.ts'
import type { Shop } from './open-shop.ts'

/** The help text of the argument `<event>`. */
export const eventArgument = 'its id, as `events list` shows it'

/**
 * Finds the id of the event that the seller means.
 * @param name what the seller typed for `eventArgument`
 * @throws ShopError `not_found`, or `conflict` with the candidates if there are several
 */
export async function eventId({ database }: Pick<Shop, 'database'>, name: string): Promise<string> {
  const events = await findMatchingEvents(database, name)
  const [only] = events
  if (!only) {
    throw new ShopError('not_found', `There is no event ${printable(name)}.`, {
      remedy: 'See their ids: npm run shop -- events list',
    })
  }
  if (events.length === 1) return only.id
  const candidates = events.map(({ id, type, created_at }) => `${id}  ${time(created_at)}  ${type}`)
  throw new ShopError('conflict', `${printable(name)} matches several events:\n${candidates.join('\n')}`, {
    remedy: 'Type the whole id.',
  })
}
