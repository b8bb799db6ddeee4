import { Resolver } from 'node:dns/promises'
import { reasonOf } from '../../server/errors.ts'
import { error, type Finding, warning } from '../../server/examine/finding.ts'

/**
 * The selectors that common mail providers use. A selector is any name that the provider chose (RFC 6376 §3.1), and DNS
 * cannot list them.
 */
const usualSelectors = [
  'default',
  'dkim',
  'mail',
  'google',
  'selector1',
  'selector2',
  's1',
  's2',
  'k1',
  'k2',
  'k3',
  'fm1',
  'mandrill',
  'pm',
  'mailjet',
  'smtp',
  'zoho',
  'protonmail',
  'amazonses',
]

/** The error codes for a DNS record that does not exist. Any other error means that DNS does not work. */
const absent = new Set(['ENODATA', 'ENOTFOUND'])

/**
 * The TXT records of a name, each joined into one text.
 * @throws if DNS does not answer
 */
async function readTexts(resolver: Resolver, name: string): Promise<string[]> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (failure) {
    if (absent.has((failure as NodeJS.ErrnoException).code ?? '')) return []
    throw failure
  }
}

/** `v=spf1 …` (RFC 7208 §4.5). */
const isSpf = (record: string) => /^v=spf1( |$)/i.test(record)

/** A key that is not revoked: `p=` has a value (RFC 6376 §3.6.1). */
const isDkimKey = (record: string) => /(^|;)\s*p=\s*[^;\s]/i.test(record)

async function spfFindings(resolver: Resolver, domain: string): Promise<Finding[]> {
  const records = (await readTexts(resolver, domain)).filter(isSpf)
  const remedy = `Ask your mail provider for the SPF record, and add it to the DNS of ${domain} as TXT.`
  if (records.length === 0)
    return [error(`${domain} has no SPF record: mail servers may treat your mail as forged.`, remedy)]
  if (records.length > 1) {
    return [
      error(
        `${domain} has ${records.length} SPF records, and with more than one, mail servers ignore all of them (RFC 7208 §4.5).`,
        'Combine them into one record.',
      ),
    ]
  }
  if (/ \+?all( |$)/i.test(records[0] ?? ''))
    return [warning(`The SPF record of ${domain} allows every server to send.`, 'End it with ~all or -all.')]
  return []
}

async function dkimFindings(resolver: Resolver, domain: string, selector?: string): Promise<Finding[]> {
  const names = (selector ? [selector] : usualSelectors).map((name) => `${name}._domainkey.${domain}`)
  const records = await Promise.all(names.map((name) => readTexts(resolver, name)))
  if (records.flat().some(isDkimKey)) return []
  const remedy = 'Ask your mail provider for the DKIM record and how to turn signing on.'
  if (selector) return [error(`There is no DKIM key at ${names[0]}.`, remedy)]
  return [
    warning(
      `No DKIM key was found for ${domain} under the usual names.`,
      `${remedy} If there is a key, name its selector, the part before ._domainkey: doctor --dkim <selector>`,
    ),
  ]
}

async function dmarcFindings(resolver: Resolver, domain: string): Promise<Finding[]> {
  // A subdomain without its own record has the record of its parent domain (RFC 7489 §6.6.3).
  const labels = domain.split('.')
  const candidates = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
  for (const candidate of candidates) {
    const records = await readTexts(resolver, `_dmarc.${candidate}`)
    if (records.some((record) => /^v=DMARC1\s*;/i.test(record))) return []
  }
  return [
    warning(
      `${domain} has no DMARC record, which large mail providers require from senders.`,
      `Add a TXT record at _dmarc.${domain}, to begin with: v=DMARC1; p=none`,
    ),
  ]
}

/**
 * Checks the DNS records by which mail servers recognize the sender's mail: SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489).
 * @param from the sender's address
 * @param options.selector the name of the DKIM key. Without it, this tries the names that providers use
 * @param options.servers DNS servers as `address:port`, instead of the system's
 */
export async function mailDomainFindings(
  from: string,
  { selector, servers }: { selector?: string; servers?: string[] } = {},
): Promise<Finding[]> {
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase()
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  if (servers) resolver.setServers(servers)
  try {
    const findings = await Promise.all([
      spfFindings(resolver, domain),
      dkimFindings(resolver, domain, selector),
      dmarcFindings(resolver, domain),
    ])
    return findings.flat()
  } catch (failure) {
    const remedy = 'Check that this machine can reach DNS servers, and run doctor again.'
    return [warning(`The DNS records of ${domain} could not be read: ${reasonOf(failure)}.`, remedy)]
  }
}
