import type { Command } from 'commander'
import { functions } from '../../contract/paths.ts'
import { isThisMachine } from '../../server/config/env.ts'
import { ShopError } from '../../server/errors.ts'
import { createStripeEndpoint } from '../../server/payments/stripe/endpoint.ts'
import { type Io, print } from '../io.ts'
import { readConfig } from '../open-shop.ts'

export function addWebhookCommand(program: Command, io: Io): void {
  program
    .command('webhook')
    .description("Stripe's events for this shop")
    .command('create')
    .description('make the webhook endpoint at Stripe, and print its signing secret once')
    .addHelpText(
      'after',
      `
It has the address of this shop, the events that the shop acts on, and the API
version that it reads. A restricted key needs write permission for Webhook
Endpoints. The dashboard shows the secret later, too.`,
    )
    .action(async (_: unknown, command: Command) => {
      const { stripe, publicUrl } = readConfig(io)
      if (stripe === null) {
        throw new ShopError('conflict', 'The sandbox has its webhook already.', {
          remedy: 'Set STRIPE_SECRET_KEY first.',
        })
      }
      if (isThisMachine(publicUrl)) {
        throw new ShopError('conflict', `Stripe cannot reach ${publicUrl}.`, {
          remedy: 'Set PUBLIC_URL to the address that customers type.',
        })
      }
      const url = `${publicUrl}${functions.paymentWebhook}`
      const made = await createStripeEndpoint({ ...stripe, url })
      print(
        io,
        command,
        { ...made, url },
        `Stripe now sends its events to ${url}.\nSet this variable of the server, and restart it: npm start\n\nSTRIPE_WEBHOOK_SECRET=${made.secret}`,
      )
    })
}
