import type { Context } from 'hono'
import type Stripe from 'stripe'
import type { Log } from '../../../log/log.ts'
import type { Memory } from '../memory.ts'
import type { Moment } from '../objects.ts'
import { decodeForm, integer, Refusal, text } from '../parameters.ts'
import type { Dashboard } from '../session-parameters.ts'

export const paging = { limit: integer, starting_after: text() }

/** How many checkouts a list of sessions, payments or charges looks through. */
export const mostListed = 500

type WebhookEndpoint = Pick<
  Stripe.WebhookEndpoint,
  'id' | 'url' | 'status' | 'enabled_events' | 'api_version'
>

/** What the seller has set up in the dashboard. */
export interface Account extends Dashboard {
  /** The key that every request must carry. */
  secretKey: string
  webhookEndpoints: WebhookEndpoint[]
}

export interface ApiOptions extends Account {
  memory: Memory
  publicUrl: string
  log: Log
  moment: () => Moment
}

export const query = (c: Context) => decodeForm(new URL(c.req.url).search.slice(1))
export const form = async (c: Context) => decodeForm(await c.req.text())

export const missing = (kind: string, id: string) =>
  new Refusal(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' })

export const otherRequest = () =>
  new Refusal(
    400,
    'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    { type: 'idempotency_error' },
  )

export function keyOf(c: Context): string {
  const key = c.req.header('idempotency-key')
  if (!key) throw new Refusal(400, 'The sandbox needs an Idempotency-Key, which the SDK always sends.')
  if (key.length > 255) throw new Refusal(400, 'Idempotency-Key must be at most 255 characters')
  return key
}

/** One page of a list that is sorted newest first. */
export function pageOf<T extends { id: string }>(
  c: Context,
  all: T[],
  read: { limit?: number; starting_after?: string },
) {
  const limit = read.limit ?? 10
  if (limit < 1 || limit > 100)
    throw new Refusal(400, 'This value must be between 1 and 100', { param: 'limit' })
  const last = read.starting_after
  const from = last === undefined ? 0 : all.findIndex(({ id }) => id === last) + 1
  if (last !== undefined && from === 0) throw missing('object', last)
  const data = all.slice(from, from + limit)
  return c.json({ object: 'list', url: c.req.path, has_more: all.length > from + limit, data })
}
