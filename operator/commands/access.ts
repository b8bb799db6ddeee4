import type { Command } from 'commander'
import { formatUsdExact } from '../../contract/money.ts'
import type { Order } from '../../server/database/schema.ts'
import { type Resent, resendForSeller } from '../../server/downloads/queue-links.ts'
import { mailFolder } from '../../server/mail/create-mailer.ts'
import { removeMailFiles } from '../../server/mail/files-mailer.ts'
import { erasePerson, findErasable, mayNeedEvidence } from '../../server/orders/erase.ts'
import { changeAddress, findRefundable, refund, restore, revoke } from '../../server/orders/operations.ts'
import { personOf } from '../../server/orders/plain-name.ts'
import { chargeOf, mayDownload } from '../../server/orders/state.ts'
import { doer } from '../doer.ts'
import { confirm, type Io } from '../io.ts'
import { type Shop, withShop } from '../open-shop.ts'
import { print } from '../print.ts'
import { ordersTable } from './orders.ts'

/** Mail that was written to files, the seller's notices included: each names the buyer. */
async function removeFilesOf({ config, database }: Shop, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return
  const mails = await database
    .selectFrom('outbox')
    .select(['kind', 'created_at as queuedAt', 'message_id as messageId'])
    .where('order_id', 'in', orderIds)
    .execute()
  removeMailFiles(mailFolder(config), mails)
}

function resentText({ recipient, again }: Resent): string {
  const link =
    recipient === null || again.includes('receipt') ? [] : [`A fresh link is queued for ${recipient}.`]
  const tried = again.length === 0 ? [] : [`Queued once more: ${again.join(', ')}.`]
  return [...link, ...tried, 'The running server sends it.'].join(' ')
}

/** Says which orders lose what a dispute asks for; empty when there are none. */
function evidenceWarning(orders: Order[]): string {
  if (orders.length === 0) return ''
  const ids = orders.map(({ id }) => id).join(', ')
  return `The payment of ${ids} is disputed, or may still be: banks take payments back for 120 days. Without this evidence the dispute is lost. Save it first with: npm run -s shop -- orders show <order> --json. `
}

function restoredText(order: Order): string {
  if (mayDownload(order)) return `The download of ${order.id} is open.`
  return `The download of ${order.id} is no longer revoked. It stays closed because the order is ${order.status}.`
}

/** What a seller does for, or about, one buyer. */
export function addAccessCommands(program: Command, io: Io): void {
  program
    .command('resend')
    .description(
      "mail a fresh download link to an order's address, and once more what could not be delivered",
    )
    .argument('<order>', 'its id')
    .addHelpText('after', '\nExample:\n  npm run shop -- resend 0198-…')
    .action(async (id: string, _: unknown, command: Command) => {
      const resent = await withShop(io, (shop) => resendForSeller(shop, id))
      print(io, command, { order: id, ...resent }, () => resentText(resent))
    })

  program
    .command('change-address')
    .description("send an order's mail elsewhere from now on")
    .argument('<order>', 'its id')
    .argument('<email>', 'the new address')
    .addHelpText(
      'after',
      '\nExample:\n  npm run shop -- change-address 0198-… ada@example.com\n\nThen mail a fresh link there with resend, and what was refused.',
    )
    .action(async (id: string, email: string, _: unknown, command: Command) => {
      const order = await withShop(io, (shop) => changeAddress(shop.database, id, email, doer(shop)))
      print(
        io,
        command,
        order,
        () =>
          `Mail about ${id} now goes to ${order.email}. To send the link there: npm run shop -- resend ${id}`,
      )
    })

  program
    .command('revoke')
    .description("close an order's download, whatever its payment (restore opens it again)")
    .argument('<order>', 'its id')
    .action(async (id: string, _: unknown, command: Command) => {
      const order = await withShop(io, (shop) => revoke(shop.database, id, doer(shop)))
      print(io, command, order, () => `The download of ${id} is closed.`)
    })

  program
    .command('restore')
    .description('open a download again: after revoke, or although a dispute was lost')
    .argument('<order>', 'its id')
    .action(async (id: string, _: unknown, command: Command) => {
      const order = await withShop(io, (shop) => restore(shop.database, id, doer(shop)))
      print(io, command, order, () => restoredText(order))
    })

  program
    .command('refund')
    .description('give all the money back; the download closes when the provider says that it happened')
    .argument('<order>', 'its id')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', '\nExample:\n  npm run shop -- refund 0198-…')
    .action(async (id: string, options: { yes?: boolean }, command: Command) => {
      await withShop(io, async (shop) => {
        const { order } = await findRefundable(shop, id)
        const question = `Give ${formatUsdExact(chargeOf(order) - order.refunded_cents)} back to ${order.erased_at === null ? personOf(order) : `the buyer of ${id}, who was erased`}? This cannot be undone.`
        if (!(await confirm(io, question, options.yes ?? false))) return
        await refund(shop, id, doer(shop))
        print(
          io,
          command,
          { order: id, asked: true },
          () =>
            `${shop.payments.name} was asked to refund ${id}. The order changes with its event; the running server takes it.`,
        )
      })
    })

  program
    .command('erase')
    .description(
      "take a person's data out of the shop, as they may ask; amounts and dates stay for the books",
    )
    .argument('<email>', 'their address')
    .option('-y, --yes', 'do not ask')
    .option('--lose-evidence', 'with --yes: also while a payment is or may be disputed')
    .addHelpText('after', '\nExample:\n  npm run shop -- erase ada@example.com')
    .action(async (email: string, options: { yes?: boolean; loseEvidence?: boolean }, command: Command) => {
      await withShop(io, async (shop) => {
        const orders = await findErasable(shop.database, email, shop.now())
        io.error(ordersTable(orders))
        const evidence = orders.filter((order) => mayNeedEvidence(order, shop.now()))
        const question = `${evidenceWarning(evidence)}Erase the name, addresses, mail and download log of ${email}? Their download link stops working. This cannot be undone.`
        const flags = evidence.length > 0 ? '--yes --lose-evidence' : '--yes'
        const sure = options.yes === true && (evidence.length === 0 || options.loseEvidence === true)
        if (!(await confirm(io, question, sure, flags))) return
        // Before, too: killed in between, it finds the person no more.
        await removeFilesOf(
          shop,
          orders.map(({ id }) => id),
        )
        const erased = await erasePerson(shop.database, email, doer(shop))
        await removeFilesOf(shop, erased)
        print(
          io,
          command,
          { erased },
          () =>
            `Erased: ${erased.join(', ')}, with its mail in ${mailFolder(shop.config)}. The payment provider and your backups keep records of their own.`,
        )
      })
    })
}
