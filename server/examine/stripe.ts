import { functions } from '../../contract/paths.ts'
import { type Config, isThisMachine } from '../config/env.ts'
import type { Dependencies } from '../dependencies.ts'
import { reasonOf } from '../errors.ts'
import { silentLog } from '../log/log.ts'
import { stripeEndpointProblems } from '../payments/stripe/endpoint.ts'
import { openPayments } from '../start/build-dependencies.ts'
import { attempt } from './attempt.ts'
import { error, type Finding, warning } from './finding.ts'

/**
 * Checks the webhook endpoint. Without it, orders change only when the shop asks Stripe. A shop on this machine is not checked,
 * because Stripe cannot reach it.
 */
async function endpointFindings(config: Config): Promise<Finding[]> {
  if (config.stripe === null || isThisMachine(config.publicUrl)) return []
  const url = `${config.publicUrl}${functions.paymentWebhook}`
  try {
    const problems = await stripeEndpointProblems({ ...config.stripe, url })
    return problems.map(({ what, remedy }) => error(what, remedy))
  } catch (failure) {
    const remedy = 'Check it in the dashboard, or give the key permission to read Webhook Endpoints.'
    return [warning(`The webhook endpoint could not be checked: ${reasonOf(failure)}`, remedy)]
  }
}

/** Findings about the key, and the webhook endpoint. */
export async function stripeFindings(
  config: Config,
  { database, now }: Pick<Dependencies, 'database' | 'now'>,
): Promise<Finding[]> {
  if (config.stripe === null) return []
  const { payments } = openPayments(config, '', { database, log: silentLog, now })
  const problem = await attempt(payments.check())
  if (problem !== null)
    return [error(`The call to Stripe failed: ${problem}`, 'Check STRIPE_SECRET_KEY and the network.')]
  return endpointFindings(config)
}
