import type { Kysely } from 'kysely'
import { readProgress, storeProgress } from '../database/progress.ts'
import type { Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { modeKey, type PaymentMode } from '../payments/payment-mode.ts'

const progressOf = (mode: PaymentMode) => `ledger:${modeKey(mode)}`

/**
 * The end of the last month whose ledger was exported, in ms since 1970; 0 before the first export. Movements before it do not change
 * any more, so that the seller can hand a month in.
 */
export const closedUntil = async (database: Kysely<Schema>, mode: PaymentMode): Promise<number> =>
  (await readProgress(database, progressOf(mode))) ?? 0

/**
 * Closes all months before a time. It waits for the events that are being applied, so that an export that is read afterwards has
 * them.
 * @param until the beginning of a month, not in the future, in ms since 1970
 */
export async function closeMonths(database: Kysely<Schema>, mode: PaymentMode, until: number): Promise<void> {
  await transaction(database, async (trx) => {
    if (until > (await closedUntil(trx, mode))) await storeProgress(trx, progressOf(mode), until)
  })
}
