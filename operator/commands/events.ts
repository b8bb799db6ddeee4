import { type Command, Option } from 'commander'
import { replayEvent } from '../../server/acts/replay-event.ts'
import type { StoredEvent } from '../../server/database/schema.ts'
import { listEvents } from '../../server/orders/stored-events.ts'
import { eventArgument, eventId } from '../event-argument.ts'
import { eventFields } from '../fields.ts'
import { table, time } from '../format.ts'
import { type Io, print } from '../io.ts'
import { withShop } from '../open-shop.ts'

const outcomes: StoredEvent['outcome'][] = ['applied', 'repeated', 'ignored', 'unmatched']

const replayed = {
  applied: 'Order updated.',
  repeated: 'Already recorded by an earlier event.',
  ignored: "The shop does not act on events of this type, or the event came in the provider's other mode.",
  unmatched: 'There is still no order for this event.',
  duplicate: 'The event was applied when it arrived. Nothing changed.',
}

export function addEventsCommands(program: Command, io: Io): void {
  const events = program.command('events').description("list and replay the payment provider's events")
  events
    .command('list')
    .description('stored events, newest first')
    .addOption(new Option('--outcome <outcome>', 'only events with this outcome').choices(outcomes))
    .addHelpText('after', '\nExample:\n  npm run shop -- events list --outcome unmatched')
    .action(async (options: { outcome?: StoredEvent['outcome'] }, command: Command) => {
      const listed = await withShop(io, ({ database }) => Array.fromAsync(listEvents(database, options)))
      const rows = listed.map(({ created_at, type, outcome, order_id, id }) => [
        time(created_at),
        type,
        outcome,
        order_id,
        id,
      ])
      const headings = ['AT (UTC)', 'EVENT', 'OUTCOME', 'ORDER', 'ID']
      print(io, command, listed.map(eventFields), table(headings, rows, 'No events.'))
    })
  events
    .command('replay')
    .description('retry matching an event that had no order')
    .argument('<event>', eventArgument)
    .action(async (name: string, _: unknown, command: Command) => {
      const { id, outcome } = await withShop(io, async (shop) => {
        const id = await eventId(shop, name)
        return { id, outcome: await replayEvent(shop, id) }
      })
      print(io, command, { event: id, outcome }, `${outcome}: ${replayed[outcome]}`)
    })
}
