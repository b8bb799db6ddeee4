import type { Kysely } from 'kysely'
import { redact } from '../../log/redact.ts'
import { emailKey } from './003-person-keys.ts'

interface Before {
  orders: {
    id: string
    payer_email: string | null
    payer_key: string | null
    disputes: string
    dispute: string | null
  }
  events: {
    id: string
    order_id: string | null
    payload: string
    effect: string | null
    effect_key: string | null
  }
}

/** Rows to read at a time, because the table of events may be large. */
const batch = 1000

/**
 * After this, events keep only ids, amounts and states, and name nobody. The payer's address and its key are stored with the
 * order. Disputes are stored by their ids, and each change that the seller makes to an order is stored with the order.
 */
export async function up(database: Kysely<Before>): Promise<void> {
  const { schema } = database
  await schema.alterTable('orders').addColumn('payer_key', 'text').execute()
  await schema
    .alterTable('orders')
    .addColumn('disputes', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
  await schema.alterTable('orders').addColumn('restored_at', 'bigint').execute()
  await schema.createIndex('orders_payer_key').on('orders').column('payer_key').execute()
  await schema.dropIndex('events_payer_key').execute()
  await schema.alterTable('events').dropColumn('payer_key').execute()
  await schema.alterTable('events').dropColumn('payer_email').execute()
  await schema
    .createTable('order_history')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('order_history_order_id').on('order_history').column('order_id').execute()
  await fillPayerKeys(database)
  await reduceEvents(database)
}

async function fillPayerKeys(database: Kysely<Before>): Promise<void> {
  const payers = database
    .selectFrom('orders')
    .select(['id', 'payer_email'])
    .where('payer_email', 'is not', null)
  for (const { id, payer_email } of await payers.execute())
    await database
      .updateTable('orders')
      .set({ payer_key: emailKey(payer_email ?? '') })
      .where('id', '=', id)
      .execute()
}

async function reduceEvents(database: Kysely<Before>): Promise<void> {
  const disputes = new Map<string, Map<string, string>>()
  for (let last = ''; ; ) {
    const rows = await database
      .selectFrom('events')
      .selectAll()
      .where('id', '>', last)
      .where('effect', 'is not', null)
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const { id, order_id, payload, effect, effect_key } of rows) {
      const told = withDisputeId(effect ?? '{}', effect_key ?? '')
      await database
        .updateTable('events')
        .set({ payload: eventRecord(payload), effect: JSON.stringify(told) })
        .where('id', '=', id)
        .execute()
      if (told.kind === 'dispute' && order_id !== null) noteDispute(disputes, order_id, told)
    }
    const end = rows.at(-1)
    if (!end) break
    last = end.id
  }
  for (const [id, ofOrder] of disputes)
    await database
      .updateTable('orders')
      .set({ disputes: JSON.stringify(Object.fromEntries(ofOrder)) })
      .where('id', '=', id)
      .execute()
}

interface Told {
  kind?: string
  disputeId?: string
  state?: string
}

/** The key of a dispute's effect was `dispute:<id>:<state>`; the id is now in the effect itself. */
function withDisputeId(effect: string, key: string): Told {
  const told: Told = JSON.parse(effect)
  return told.kind === 'dispute' ? { ...told, disputeId: key.split(':')[1] ?? 'unknown' } : told
}

const rank = ['open', 'won', 'lost']

function noteDispute(disputes: Map<string, Map<string, string>>, orderId: string, told: Told): void {
  const ofOrder = disputes.get(orderId) ?? new Map<string, string>()
  const { disputeId = 'unknown', state = 'open' } = told
  if (rank.indexOf(state) > rank.indexOf(ofOrder.get(disputeId) ?? '')) ofOrder.set(disputeId, state)
  disputes.set(orderId, ofOrder)
}

/** The fields of an event that are kept. This copy must not change with the shop's own list. */
const keptNames = new Set([
  // What the event and its object are.
  'id',
  'object',
  'type',
  'api_version',
  'created',
  'livemode',
  'data',
  'metadata',
  'order_id',
  'client_reference_id',
  'payment_intent',
  'charge',
  'balance_transaction',
  // Amounts.
  'amount',
  'amount_captured',
  'amount_received',
  'amount_refunded',
  'amount_subtotal',
  'amount_total',
  'currency',
  // States.
  'actionable',
  'captured',
  'disputed',
  'expires_at',
  'failure_reason',
  'fraud_type',
  'mode',
  'paid',
  'payment_status',
  'reason',
  'refunded',
  'status',
  // The shop's own record of a session that it asked about.
  'failed',
  'paymentId',
  'totalCents',
  'message',
])

/** Ids and states are words without spaces. An address or a sentence is neither. */
const word = /^[\w.:-]{1,255}$/

/** The provider's sentence about a refusal, without addresses and keys. */
const sentence = (text: string) => redact(text).slice(0, 500)

function recordOf(value: unknown): unknown {
  if (typeof value === 'string') return word.test(value) ? value : undefined
  if (typeof value !== 'object' || value === null) return value
  // Lists hold other objects, such as the items of a session.
  if (Array.isArray(value)) return undefined
  const entries = Object.entries(value).filter(([name]) => keptNames.has(name))
  return Object.fromEntries(
    entries.map(([name, part]) => [
      name,
      name === 'message' && typeof part === 'string' ? sentence(part) : recordOf(part),
    ]),
  )
}

function eventRecord(body: string): string {
  const event: unknown = JSON.parse(body)
  const isObject = typeof event === 'object' && event !== null && !Array.isArray(event)
  return JSON.stringify(isObject ? recordOf(event) : {})
}
