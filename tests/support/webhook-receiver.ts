import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { type PaymentProvider, type ProviderEvent, SignatureError } from '../../server/payments/provider.ts'
import { listen } from './server-process.ts'

/** Starts a webhook on a real port. It reads events as the shop does and keeps them in the order of their arrival. */
export async function startWebhookReceiver(read: PaymentProvider['readEvent']) {
  const received: ProviderEvent[] = []
  /** The statuses of the next answers, by which the webhook refuses events. When the list is empty, it accepts them. */
  const answers: number[] = []
  const app = new Hono()
    // A client that follows a redirect sends a GET here. It must not count as a received event.
    .get('*', (c) => c.body(null))
    .post('*', async (c) => {
      const refusal = answers.shift()
      if (refusal !== undefined)
        return new Response(null, { status: refusal, headers: { location: '/elsewhere' } })
      received.push(await read(new Uint8Array(await c.req.arrayBuffer()), c.req.raw.headers))
      return c.body(null)
    })
    .onError((error, c) => c.body(null, error instanceof SignatureError ? 400 : 500))
  const server = createAdaptorServer(app)
  return {
    url: `http://127.0.0.1:${await listen(server)}/functions/v1/payment-webhook`,
    received,
    answers,
    async stop() {
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
