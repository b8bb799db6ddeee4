import { type Config, isThisMachine } from './env.ts'

/** A setting that works but is probably wrong. */
export interface StartWarning {
  what: string
  remedy: string
}

const loopbackHosts = ['127.0.0.1', '::1', 'localhost']

type Addresses = Pick<Config, 'publicUrl' | 'host' | 'trustProxy'>

/** Warnings about the proxy in front of the shop. Limits per client need the client's address. doctor reports them, too. */
export function* proxyWarnings({ publicUrl, host, trustProxy }: Addresses): Generator<StartWarning> {
  if (isThisMachine(publicUrl)) return
  const isLocalHost = loopbackHosts.includes(host)
  // The server has no certificate, so a proxy must be in front of it.
  if (trustProxy === 0 && (publicUrl.startsWith('https:') || isLocalHost)) {
    yield {
      what: 'TRUST_PROXY is not set, but a proxy is in front, so all visitors count as one client. Together they may hold only three unpaid early-bird seats, and all downloads have the same address.',
      remedy: 'Set TRUST_PROXY to the number of proxies, and let them set X-Forwarded-For.',
    }
  }
  if (trustProxy > 0 && !isLocalHost) {
    yield {
      what: `HOST=${host} lets anybody reach the shop without the proxy, and with TRUST_PROXY=${trustProxy} they can pretend to be any client.`,
      remedy: 'Set HOST=127.0.0.1, or let a firewall admit only the proxy.',
    }
  }
}

function* addressWarnings({ publicUrl, host, livemode }: Config): Generator<StartWarning> {
  if (isThisMachine(publicUrl) && !loopbackHosts.includes(host)) {
    yield {
      what: `HOST=${host} lets other machines reach the shop, but PUBLIC_URL is ${publicUrl}: for them, every link in pages and mails leads to their own machine.`,
      remedy: 'Set PUBLIC_URL to the address that visitors use, or leave HOST out.',
    }
  }
  if (livemode && !isThisMachine(publicUrl) && publicUrl.startsWith('http:')) {
    yield {
      what: `PUBLIC_URL is ${publicUrl}, and payments are live: names, addresses and download links are sent without encryption.`,
      remedy: 'Put a proxy with a certificate in front, and use https://.',
    }
  }
}

function* providerWarnings({ stripe, livemode }: Config): Generator<StartWarning> {
  if (!livemode || !stripe?.apiUrl) return
  if (new URL(stripe.apiUrl).hostname === 'api.stripe.com') return
  yield {
    what: `STRIPE_API_URL sends the live key to ${new URL(stripe.apiUrl).origin} instead of Stripe.`,
    remedy: 'Leave STRIPE_API_URL out. It is for tests against a stand-in for Stripe.',
  }
}

const missingWebhookSecret: StartWarning = {
  what: 'STRIPE_WEBHOOK_SECRET is not set, so events of Stripe get the answer 404. The shop finds a payment only when it asks Stripe itself, and buyers wait up to 5 minutes.',
  remedy: 'npm run shop -- webhook create makes the endpoint and prints its secret.',
}

/** Whether Stripe can reach the shop, and nothing checks its events. */
const lacksWebhookSecret = ({ stripe, livemode, publicUrl }: Config): boolean =>
  stripe !== null && stripe.webhookSecret === null && (livemode || !isThisMachine(publicUrl))

/** Settings that the server accepts, and logs as warnings when it starts. */
export function* startWarnings(config: Config): Generator<StartWarning> {
  yield* proxyWarnings(config)
  yield* addressWarnings(config)
  yield* providerWarnings(config)
  if (lacksWebhookSecret(config)) yield missingWebhookSecret
}
