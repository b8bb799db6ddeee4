import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Config, type EnvResult, isThisMachine } from '../../server/config/env.ts'
import { examine } from '../../server/examine/examine.ts'
import {
  error,
  type Finding,
  type Group,
  isReserved,
  orOk,
  withCommandsAt,
} from '../../server/examine/finding.ts'
import { builtPages } from '../../server/http/built-pages.ts'
import { builtSiteGroups } from './built-site.ts'
import { type Content, contentFindings, shippedContent } from './content.ts'
import { mailDomainFindings } from './mail-domain.ts'
import { publicAddressFindings, type Route } from './public-address.ts'

const root = path.resolve(import.meta.dirname, '../..')

interface LaunchCheckOptions {
  /** The selector of the sender's DKIM key. Without it, doctor tries the names that mail providers use. */
  dkimSelector?: string
  /** Replacements for tests: the outside world, and the shipped content. */
  replaced?: {
    content?: Content
    /** The folder of the project, with its content/ and build/. */
    root?: string
    route?: Route
    dnsServers?: string[]
    /** The address of a stand-in for Stripe. It is not part of the configuration. */
    stripeApiUrl?: string
  }
}

/** Checks only a public shop: its address, its certificate, and the DNS of the sender's domain. */
async function publicGroups(
  { publicUrl, siteUrl, mail, mailFrom }: Config,
  home: string | null,
  { dkimSelector, replaced = {} }: LaunchCheckOptions,
): Promise<Group[]> {
  const { route, dnsServers } = replaced
  if (isThisMachine(publicUrl)) return []
  // Other checks report a reserved name, or an address without encryption. Nothing can answer at a reserved name.
  const isReachable = (url: string) => url.startsWith('https:') && !isReserved(new URL(url))
  // With a CDN, the home page is on the CDN and the functions are on this server.
  const addresses = [...new Set([siteUrl, publicUrl])].filter(isReachable)
  const sendsMail = mail.kind !== 'files' && !isReserved(new URL(`mailto:${mailFrom}`))
  const [reached, domain] = await Promise.all([
    Promise.all(
      addresses.map((url) => publicAddressFindings(url, url === siteUrl ? home : null, route && { route })),
    ),
    sendsMail
      ? mailDomainFindings(mailFrom, {
          ...(dkimSelector && { selector: dkimSelector }),
          ...(dnsServers && { servers: dnsServers }),
        })
      : null,
  ])
  return [
    ...reached.map(
      (findings, index): Group => [
        `Visitors reach ${addresses[index]}, and its certificate is trusted.`,
        findings,
      ],
    ),
    ...(domain ? [[`The DNS of ${mailFrom} has SPF, DKIM and DMARC.`, domain] satisfies Group] : []),
  ]
}

async function configuredFindings(
  config: Config,
  content: Content,
  options: LaunchCheckOptions,
): Promise<Finding[]> {
  const { replaced = {} } = options
  const homeFile = builtPages(path.join(replaced.root ?? root, 'build/client')).get('/')
  const home = homeFile ? readFileSync(homeFile, 'utf8') : null
  const [inside, outside] = await Promise.all([
    examine(config, Date.now, replaced.stripeApiUrl),
    publicGroups(config, home, options),
  ])
  const groups = [...outside, ...builtSiteGroups(replaced.root ?? root, config, content)]
  return [...inside, ...groups.flatMap(orOk)]
}

/** All findings of the launch check. It changes nothing. It takes up to 20 s if something does not answer. */
export async function launchCheck(env: EnvResult, options: LaunchCheckOptions = {}): Promise<Finding[]> {
  const terms = readFileSync(path.join(root, 'content/legal/terms.md'), 'utf8')
  const content = options.replaced?.content ?? shippedContent(terms)
  const ofContent = orOk(['The content names a seller, prices and no samples.', contentFindings(content)])
  if (!env.ok) {
    const problems = env.problems.map(({ variable, problem, remedy }) =>
      error(`${variable}: ${problem}.`, remedy),
    )
    return [...problems, ...ofContent]
  }
  const findings = await configuredFindings(env.config, content, options)
  return withCommandsAt(env.config.publicUrl, [...findings, ...ofContent])
}
