import { site } from '#content/site.ts'
import { functions } from '../../contract/paths.ts'
import { type Config, isThisMachine } from '../../server/config/env.ts'
import { error, type Finding, isReserved, warning } from './finding.ts'

/** An error at a public address, and a warning while the shop is being tried out. */
const errorIf = (isPublic: boolean) => (isPublic ? error : warning)

function* addressFindings(config: Config, isPublic: boolean): Generator<Finding> {
  const { publicUrl } = config
  if (!isPublic) {
    yield warning(
      `PUBLIC_URL is ${publicUrl}: only this machine can reach it.`,
      'Set it to the address that customers type, such as https://kit.example.com.',
    )
    return
  }
  if (isReserved(new URL(publicUrl)))
    yield error(
      `PUBLIC_URL is ${publicUrl}, and nobody can register that name: it is reserved for examples.`,
      'Set it to the address that customers type.',
    )
  if (!publicUrl.startsWith('https:'))
    yield error(
      `PUBLIC_URL is ${publicUrl}: names, addresses and links would be sent without encryption.`,
      'Put a proxy with a certificate in front, and use https://.',
    )
  yield* proxyFindings(config)
}

/** The server has no certificate, so a proxy must be in front of it. The limits per client need the client's address. */
function* proxyFindings({ publicUrl, host, trustProxy }: Config): Generator<Finding> {
  const isLocalHost = ['127.0.0.1', '::1', 'localhost'].includes(host)
  if (trustProxy === 0 && (publicUrl.startsWith('https:') || isLocalHost))
    yield warning(
      'TRUST_PROXY is not set, but a proxy is in front, so all visitors count as one client. Together they may hold only three unpaid early-bird seats, and all downloads have the same address.',
      'Set TRUST_PROXY to the number of proxies, and let them set X-Forwarded-For.',
    )
  if (trustProxy > 0 && !isLocalHost)
    yield warning(
      `HOST=${host} lets anybody reach the shop without the proxy, and with TRUST_PROXY=${trustProxy} they can pretend to be any client.`,
      'Set HOST=127.0.0.1, or let a firewall admit only the proxy.',
    )
}

function* paymentFindings({ stripe, livemode, publicUrl }: Config, isPublic: boolean): Generator<Finding> {
  if (stripe === null) {
    yield errorIf(isPublic)(
      'Payments go to the sandbox: nobody is charged, and a sample is delivered.',
      'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
    )
    return
  }
  if (!livemode)
    yield errorIf(isPublic)(
      'STRIPE_SECRET_KEY is a test key: nobody is charged, and a sample is delivered.',
      'Use the live key. It begins with sk_live_ or rk_live_.',
    )
  if (stripe.apiUrl !== null && (livemode || isPublic))
    yield error(
      `STRIPE_API_URL sends ${livemode ? 'the live key' : 'payments'} to ${stripe.apiUrl} instead of Stripe.`,
      'Leave STRIPE_API_URL out. It is for tests against a stand-in for Stripe.',
    )
  if (!stripe.webhookSecret)
    yield error(
      'STRIPE_WEBHOOK_SECRET is not set: the webhook answers 404, so orders change only when the shop asks Stripe itself.',
      isPublic
        ? `npm run shop -- webhook create makes the endpoint for ${publicUrl}${functions.paymentWebhook} and prints its secret.`
        : 'At a public address, webhook create makes the endpoint. On this machine, the Stripe CLI forwards events: stripe listen.',
    )
}

/** Without MAIL_FROM the sender is the support address, which is checked with the content. */
const isShipped = (address: string) => address === site.emails.support

function* mailFindings({ smtpUrl, mailFrom, sellerEmail }: Config, isPublic: boolean): Generator<Finding> {
  for (const [variable, address] of Object.entries({
    MAIL_FROM: mailFrom,
    SELLER_EMAIL: sellerEmail ?? '',
  })) {
    if (address === '' || isShipped(address) || !isReserved(new URL(`mailto:${address}`))) continue
    yield errorIf(isPublic)(
      `${variable} is ${address}, in a domain that is reserved for examples.`,
      `Set ${variable} to an address of your own domain.`,
    )
  }
  if (smtpUrl === null)
    yield errorIf(isPublic)('Mail is written to files, so no buyer gets any.', 'Set SMTP_URL and MAIL_FROM.')
  if (sellerEmail === null)
    yield warning(
      'Nobody is notified of sales, disputes and fraud warnings.',
      'Set SELLER_EMAIL to your address.',
    )
}

/** Problems of the variables together. Each one may be valid while the shop is not ready to sell. */
export function* configurationFindings(config: Config): Generator<Finding> {
  const isPublic = !isThisMachine(config.publicUrl)
  yield* addressFindings(config, isPublic)
  yield* paymentFindings(config, isPublic)
  yield* mailFindings(config, isPublic)
}
