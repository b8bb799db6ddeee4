// The names that AWS has, as of `knownActions.date`. They are half a megabyte, so a page that has to be small goes without them.

import { nearest } from '../policy/nearest.ts'
import { glob } from '../policy/wildcard.ts'
import { actions, date, keys, source } from './iam-names.ts'
import type { KnownNames } from './names.ts'

/** All actions of AWS by the prefix of their service. `date` is that of the list. */
export const knownActions: { source: string; date: string; services: Record<string, string[]> } = {
  source,
  date,
  services: Object.fromEntries(
    actions.split('\n').map((line) => {
      const [service = '', ...names] = line.split(' ')
      return [service, names]
    }),
  ),
}
const { services } = knownActions

/** Finds something out once for each text. A policy names the same actions many times. */
function remembered<T>(find: (text: string) => T): (text: string) => T {
  const before = new Map<string, T>()
  return (text) => {
    const found = before.get(text) ?? find(text)
    if (before.size < mostRemembered) before.set(text, found)
    return found
  }
}
const mostRemembered = 10_000

const actionsOf = (service: string) => (Object.hasOwn(services, service) ? (services[service] ?? []) : [])

const hasAction = remembered((pattern) => {
  const [service = '', name = ''] = pattern.toLowerCase().split(':')
  const match = glob(name)
  return actionsOf(service).some((one) => match(one.toLowerCase()))
})

function nearestAction(pattern: string): string | null {
  const [service = '', name = ''] = pattern.split(':')
  const near = /[*?]/.test(name) ? null : nearest(name, actionsOf(service.toLowerCase()))
  return near && `${service}:${near}`
}

const lines = keys.split('\n')
const exact = new Set(lines.map((key) => key.toLowerCase()))
const patterns = lines.filter((key) => key.includes('*')).map((key) => glob(key.toLowerCase()))

/** The keys of identity providers begin with their host, and SAML's with `saml:`. They are not in AWS's list. */
const isOfProvider = (key: string) => /^(saml:|[^:/]+\.[^:]+:)/.test(key)

const hasKey = remembered((key) => {
  const lower = key.toLowerCase()
  return isOfProvider(lower) || exact.has(lower) || patterns.some((match) => match(lower))
})

/** For `parse`: finds names that AWS does not have. */
export const awsNames: KnownNames = {
  hasAction,
  hasKey,
  nearestAction,
  nearestKey: (key) => nearest(key, lines),
}
