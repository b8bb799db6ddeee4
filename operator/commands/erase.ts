import type { Command } from 'commander'
import { erase } from '../../server/acts/erase.ts'
import { lastBackup } from '../../server/database/backup.ts'
import type { Order } from '../../server/database/schema.ts'
import type { Shop } from '../../server/dependencies.ts'
import { findOrder } from '../../server/orders/find-orders.ts'
import { findErasable, mayNeedEvidence } from '../../server/personal-data/erasable.ts'
import { time } from '../format.ts'
import { confirm, type Io, print } from '../io.ts'
import { actor, orderId, withShop } from '../open-shop.ts'
import { ordersTable } from './orders.ts'

/** Names the orders whose evidence would be lost; empty if there are none. */
function evidenceWarning(orders: Order[]): string {
  if (orders.length === 0) return ''
  const ids = orders.map(({ id }) => id).join(', ')
  return `The payment of ${ids} is disputed or may still be disputed: banks can reverse payments for 120 days. Without this evidence, you lose the dispute. Save it first with: npm run -s shop -- orders show <order> --json. `
}

/** Which backups still hold the person. The shop deletes no backups, so it cannot know when they expire. */
async function aboutBackups({ database }: Shop): Promise<string> {
  const last = await lastBackup(database)
  if (last === null) return 'No backup was made with this database.'
  return `The backups until now, the last of ${time(last)} UTC, and copies of them still hold this person until you delete them. Later backups do not.`
}

export function addEraseCommand(program: Command, io: Io): void {
  program
    .command('erase')
    .description("delete a person's data on request; amounts and dates stay for your accounts")
    .argument('<person>', 'their address, or the id of their order')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', '\nExample:\n  npm run shop -- erase ada@example.com')
    .action(async (person: string, { yes = false }: { yes?: boolean }, command: Command) => {
      await withShop(io, async (shop) => {
        const isId = /^[\w-]{4,}$/.test(person)
        const email = isId ? (await findOrder(shop.database, await orderId(shop, person))).email : person
        const orders = await findErasable(shop.database, email, shop.now())
        io.error(ordersTable(orders))
        const evidence = orders.filter((order) => mayNeedEvidence(order, shop.now()))
        const question = `${evidenceWarning(evidence)}Erase the name, addresses, mail and download log of ${email}? Their download link stops working. This cannot be undone.`
        if (!(await confirm(io, question, yes))) return
        const erased = await erase(shop, email, actor(shop))
        const text = `Erased: ${erased.join(', ')}.\n${await aboutBackups(shop)}\nThe payment provider keeps its own records.`
        print(io, command, { erased }, text)
      })
    })
}
