import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PaymentProvider, ProviderEvent } from '../../server/payments/provider.ts'

/** Starts a webhook on a real port. It reads events as the shop does and keeps them in the order of their arrival. */
export async function startWebhookReceiver() {
  const received: ProviderEvent[] = []
  /** The statuses of the next answers, by which the webhook refuses events. When the list is empty, it accepts them. */
  const answers: number[] = []
  let provider: PaymentProvider | undefined
  const server = createServer(async (request, response) => {
    // A client that follows a redirect sends a GET here. It must not count as a received event.
    if (request.method !== 'POST') return void response.writeHead(200).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const refusal = answers.shift()
    if (refusal !== undefined) return void response.writeHead(refusal, { location: '/elsewhere' }).end()
    const headers = new Headers({ 'stripe-signature': String(request.headers['stripe-signature']) })
    try {
      const event = await provider?.readEvent(Buffer.concat(chunks), headers)
      if (event) received.push(event)
      response.writeHead(event ? 200 : 503).end()
    } catch (error) {
      response.writeHead(error instanceof Error && error.name === 'SignatureError' ? 400 : 500).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/functions/v1/payment-webhook`,
    received,
    answers,
    readWith(reader: PaymentProvider) {
      provider = reader
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
