// The names that AWS has, as of `knownActions.date`. They are half a megabyte, so a page that has to be small goes without them.
import { actions, date, keys, source } from './iam-names.ts'
import type { Known, KnownNames } from './names.ts'
import { nearest } from './nearest.ts'
import { glob } from './wildcard.ts'

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

const isKnown: Known = { isKnown: true }

function action(pattern: string): Known {
  const [service = '', name = ''] = pattern.split(':')
  const names = services[service.toLowerCase()] ?? []
  const match = glob(name.toLowerCase())
  if (names.some((one) => match(one.toLowerCase()))) return isKnown
  const near = /[*?]/.test(name) ? null : nearest(name, names)
  return { isKnown: false, nearest: near && `${service}:${near}` }
}

const lines = keys.split('\n')
const exact = new Set(lines.map((key) => key.toLowerCase()))
const patterns = lines.filter((key) => key.includes('*')).map((key) => glob(key.toLowerCase()))

/** The keys of identity providers begin with their host, and SAML's with `saml:`. They are not in AWS's list. */
const isOfProvider = (key: string) => /^(saml:|[^:/]+\.[^:]+:)/.test(key)

function key(name: string): Known {
  const lower = name.toLowerCase()
  if (isOfProvider(lower) || exact.has(lower) || patterns.some((match) => match(lower))) return isKnown
  return { isKnown: false, nearest: nearest(name, lines) }
}

/** For `parse`: finds names that AWS does not have. */
export const awsNames: KnownNames = { action, key }
