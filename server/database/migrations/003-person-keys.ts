import type { Kysely } from 'kysely'

/**
 * The address in lower case, letter by letter. A letter becomes lowercase only if its uppercase form is the same letter
 * again: the Kelvin sign (U+212A) stays. This copy must not change with the shop's own rule, or the same migration would
 * give other keys.
 */
export const emailKey = (email: string): string =>
  email.replace(/./gu, (letter) => {
    const small = letter.toLowerCase()
    return small.toUpperCase() === letter ? small : letter
  })

interface Before {
  orders: { id: string; email: string; contact_key: string }
  events: { id: string; payer_email: string | null; payer_key: string | null }
}

/**
 * Adds the current address and the payer's address in the form in which they are compared, because databases differ in how
 * they lowercase letters.
 */
export async function up(database: Kysely<Before>): Promise<void> {
  const { schema } = database
  await schema
    .alterTable('orders')
    .addColumn('contact_key', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await schema.alterTable('events').addColumn('payer_key', 'text').execute()
  for (const { id, email } of await database.selectFrom('orders').select(['id', 'email']).execute())
    await database
      .updateTable('orders')
      .set({ contact_key: emailKey(email) })
      .where('id', '=', id)
      .execute()
  const payers = database
    .selectFrom('events')
    .select(['id', 'payer_email'])
    .where('payer_email', 'is not', null)
  for (const { id, payer_email } of await payers.execute())
    await database
      .updateTable('events')
      .set({ payer_key: emailKey(payer_email ?? '') })
      .where('id', '=', id)
      .execute()
  await schema.createIndex('orders_contact_key').on('orders').column('contact_key').execute()
  await schema.createIndex('events_payer_key').on('events').column('payer_key').execute()
}
