import type { Kysely } from 'kysely'

/** The promotion code of the link with which the buyer came. */
export const up = (database: Kysely<unknown>): Promise<void> =>
  database.schema.alterTable('orders').addColumn('promotion_code', 'text').execute()
