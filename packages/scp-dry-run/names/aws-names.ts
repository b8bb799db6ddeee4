// The names that AWS has, as of `knownActions.date`. They are half a megabyte, so a page that has to be small goes without them.

import { nearest } from '../policy/nearest.ts'
import { glob } from '../policy/wildcard.ts'
import type { KnownNames } from './names.ts'
import { actionsOf, conditionKeys, date, remembered, servicePrefixes, source } from './reference.ts'

/** All actions of AWS by the prefix of their service. `date` is that of the list. */
export const knownActions: { source: string; date: string; services: Record<string, string[]> } = {
  source,
  date,
  services: Object.fromEntries([...servicePrefixes].map((prefix) => [prefix, actionsOf(prefix)])),
}

/** A policy names the same actions many times. */
const mostRemembered = 10_000

const hasAction = remembered((pattern) => {
  const [service = '', name = ''] = pattern.toLowerCase().split(':')
  const match = glob(name)
  return actionsOf(service).some((one) => match(one.toLowerCase()))
}, mostRemembered)

function nearestAction(pattern: string): string | null {
  const [service = '', name = ''] = pattern.split(':')
  const near = /[*?]/.test(name) ? null : nearest(name, actionsOf(service.toLowerCase()))
  return near && `${service}:${near}`
}

const exact = new Set(conditionKeys.map((key) => key.toLowerCase()))
const patterns = conditionKeys.filter((key) => key.includes('*')).map((key) => glob(key.toLowerCase()))

/** The keys of identity providers begin with their host, and SAML's with `saml:`. They are not in AWS's list. */
const isOfProvider = (key: string) => /^(saml:|[^:/]+\.[^:]+:)/.test(key)

const hasKey = remembered((key) => {
  const lower = key.toLowerCase()
  return isOfProvider(lower) || exact.has(lower) || patterns.some((match) => match(lower))
}, mostRemembered)

/** For `parse`: finds names that AWS does not have. */
export const awsNames: KnownNames = {
  hasAction,
  hasKey,
  nearestAction,
  nearestKey: (key) => nearest(key, conditionKeys),
}
