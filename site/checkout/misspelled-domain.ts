import { run } from '@zootools/email-spell-checker'

/** Only long names: a short one, such as aol.com, is one letter away from the domains of many companies. */
const providers = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'outlook.com',
  'protonmail.com',
  'yahoo.com',
]
/** Providers whose names look like a misspelled one. */
const others = ['email.com', 'mail.com', 'ymail.com']

/** @returns the address with the domain of a large provider, if the typed domain looks like a misspelled one */
export function suggestAddress(typed: string): string | undefined {
  const address = typed.trim()
  const domainAt = address.lastIndexOf('@') + 1
  if (domainAt === 0 || others.includes(address.slice(domainAt).toLowerCase())) return undefined
  const found = run({ email: address, domains: providers, secondLevelDomains: [], topLevelDomains: [] })
  // The library changes capital letters before the @, which some servers distinguish.
  return found && address.slice(0, domainAt) + found.domain
}
