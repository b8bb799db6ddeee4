import type { Config } from '../config/env.ts'
import { configurationFindings } from './configuration.ts'
import { type Finding, type Group, orOk } from './finding.ts'
import { serviceGroups } from './services.ts'

/**
 * Examines a shop from the inside: its variables, database, mail server, kit and payments. It changes nothing, and takes up to 10 s if
 * something does not answer.
 * @param now ms since 1970
 * @param stripeApiUrl only for tests: a stand-in for Stripe that is not part of the configuration
 */
export async function examine(config: Config, now: () => number, stripeApiUrl?: string): Promise<Finding[]> {
  const { stripe } = config
  const isReplaced = stripeApiUrl !== undefined && stripe !== null
  const groups: Group[] = [
    ...(await serviceGroups(
      isReplaced ? { ...config, stripe: { ...stripe, apiUrl: stripeApiUrl } } : config,
      now,
    )),
    ['The variables fit each other.', configurationFindings(config)],
  ]
  return groups.flatMap(orOk)
}
