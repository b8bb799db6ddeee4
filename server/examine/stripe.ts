import { functions } from '../../contract/paths.ts'
import { type Config, isThisMachine } from '../config/env.ts'
import type { Dependencies } from '../dependencies.ts'
import { reasonOf } from '../errors.ts'
import { silentLog } from '../log/log.ts'
import { clockRemedy, clockTolerance } from '../payments/clock.ts'
import { stripeEndpointProblems } from '../payments/stripe/endpoint.ts'
import { isForbidden } from '../payments/stripe/errors.ts'
import { stripePermissionProblems } from '../payments/stripe/permissions.ts'
import { stripePriceProblems } from '../payments/stripe/prices.ts'
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

/** @param aheadMs how far Stripe's clock is ahead of this machine's */
function clockFindings(aheadMs: number): Finding[] {
  if (Math.abs(aheadMs) <= clockTolerance) return []
  const seconds = Math.abs(Math.round(aheadMs / 1000))
  const where = aheadMs > 0 ? 'behind' : 'ahead of'
  return [warning(`This machine's clock is ${seconds} s ${where} Stripe's.`, clockRemedy)]
}

/** Findings about the key, the webhook endpoint, the prices and the clock. */
export async function stripeFindings(
  config: Config,
  { database, now }: Pick<Dependencies, 'database' | 'now'>,
): Promise<Finding[]> {
  if (config.stripe === null) return []
  const { payments } = openPayments(config, '', { database, log: silentLog, now })
  const check = payments.check().catch((failure) => {
    // Stripe has answered. The list of missing permissions below includes this one.
    if (!isForbidden(failure)) throw failure
  })
  const problem = await attempt(check)
  if (problem !== null)
    return [error(`The call to Stripe failed: ${problem}`, 'Check STRIPE_SECRET_KEY and the network.')]
  const prices = await stripePriceProblems(config.stripe).catch((failure) => [
    `The prices at Stripe could not be read: ${reasonOf(failure)}`,
  ])
  const permissions = await stripePermissionProblems(config.stripe).catch((failure) => [
    `The permissions of the key could not be read: ${reasonOf(failure)}`,
  ])
  return [
    ...clockFindings(payments.clockAheadMs()),
    ...(await endpointFindings(config)),
    ...prices.map((what) =>
      error(what, 'Use the same prices in content/payments.ts, in content/catalog.ts and at Stripe.'),
    ),
    ...permissions.map((what) =>
      error(
        `Stripe: ${what}`,
        'Give the restricted key the permissions that README.md names, or use the secret key.',
      ),
    ),
  ]
}
