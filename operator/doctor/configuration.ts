import { functions } from '../../contract/paths.ts'
import { type Config, isThisMachine } from '../../server/env.ts'
import { error, type Finding, warning } from './finding.ts'

/** What the variables say together: each may be right while the whole is not ready to sell. */
export function configurationFindings(config: Config): Finding[] {
  const findings: Finding[] = []
  const isPublic = !isThisMachine(config.publicUrl)
  /** Fine while trying the shop out; not where customers come. */
  const onceIsPublic = isPublic ? error : warning

  if (!isPublic) {
    findings.push(
      warning(
        `PUBLIC_URL is ${config.publicUrl}: only this machine can reach it.`,
        'Set it to the address that customers type, such as https://kit.example.com.',
      ),
    )
  } else if (!config.publicUrl.startsWith('https:')) {
    findings.push(
      error(
        `PUBLIC_URL is ${config.publicUrl}: names, addresses and links would travel in the open.`,
        'Put a proxy with a certificate in front, and use https://.',
      ),
    )
  }
  if (config.stripe === null) {
    findings.push(
      onceIsPublic(
        'Payments go to the sandbox: nobody is charged, and a sample is delivered.',
        'Set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and KIT_FILE.',
      ),
    )
  } else {
    if (/^.k_test_/.test(config.stripe.secretKey)) {
      findings.push(
        onceIsPublic(
          'STRIPE_SECRET_KEY is a test key: nobody is charged.',
          'Use the live key, whose name begins with sk_live_ or rk_live_.',
        ),
      )
    }
    if (!config.stripe.webhookSecret) {
      findings.push(
        error(
          'STRIPE_WEBHOOK_SECRET is not set: the webhook answers 404, and orders wait for the sweep.',
          `Add an endpoint for ${config.publicUrl}${functions.paymentWebhook} in the Stripe dashboard, and set its signing secret.`,
        ),
      )
    }
  }
  if (config.smtpUrl === null) {
    findings.push(onceIsPublic('Mail is written to files: no buyer gets any.', 'Set SMTP_URL and MAIL_FROM.'))
  }
  if (config.sellerEmail === null) {
    findings.push(
      warning(
        'Nobody is told of a sale, a dispute or a warning of fraud.',
        'Set SELLER_EMAIL to your address.',
      ),
    )
  }
  if (isPublic && config.trustProxy === 0 && ['127.0.0.1', '::1', 'localhost'].includes(config.host)) {
    findings.push(
      warning(
        'The server listens on this machine only, so a proxy is in front, and every visitor seems to be that proxy: they share one rate limit.',
        'Set TRUST_PROXY to the number of proxies, and let them set X-Forwarded-For.',
      ),
    )
  }
  return findings
}
