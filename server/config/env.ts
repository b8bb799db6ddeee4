import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import { catalog } from '#content/catalog.ts'
import { site } from '#content/site.ts'
import { currencyProblem } from '../../contract/currencies.ts'
import { type EnvProblem, EnvReader, parseOrigin, parseUrl } from './env-reader.ts'

/** How mail leaves the shop. `files`: not at all; `createMailer` writes it to files. Another service for mail adds its kind here. */
export type MailRoute = { kind: 'smtp'; url: string } | { kind: 'files' }

/** The whole configuration, read once at start. See the table in the README. */
export interface Config {
  port: number
  host: string
  /** No trailing slash; every absolute link is built from it, never from a request's Host. */
  publicUrl: string
  /** Where visitors read the pages: `publicUrl`, or the CDN that has them. No trailing slash. */
  siteUrl: string
  dataDir: string
  /** `postgres://…`, or null for SQLite in `dataDir`. */
  databaseUrl: string | null
  payments: 'stripe' | 'sandbox'
  /** Whether PAYMENTS or a Stripe key is set. False: the shop uses the sandbox by default. */
  paymentsChosen: boolean
  stripe: { secretKey: string; webhookSecret: string | null; apiUrl: string | null } | null
  /** Whether real money moves: Stripe with a live key. Without it, buyers get the sample archive. */
  livemode: boolean
  mail: MailRoute
  mailFrom: string
  /** The address for notices to the seller; null: none are sent, and doctor reports it. */
  sellerEmail: string | null
  /** An archive to deliver in place of the folder kit. Only used in live mode. */
  kitFile: string | null
  /**
   * The key of the download links, or two with a comma between them (`linkKeys`). Null: the server creates one key and keeps
   * it in `dataDir`.
   */
  linkSecret: string | null
  allowedOrigins: string[]
  /** How many entries of X-Forwarded-For to trust, from the right. */
  trustProxy: number
}

export type EnvResult = { ok: true; config: Config } | { ok: false; problems: EnvProblem[] }

/**
 * The shortest key, in characters. A key shorter than the output of the hash, 32 bytes of SHA-256, weakens the signature (RFC
 * 2104 §3).
 */
export const linkSecretLength = 32

/**
 * The least number of different characters in a key. Only one in 10^7 random keys of 32 hex digits has fewer. A repeated letter
 * or short word always has fewer.
 */
const linkSecretVariety = 8

/** One or two keys, without the spaces around them; null if a key is too short or too easy to guess. */
function parseLinkSecret(text: string): string | null {
  const keys = text.split(',').map((key) => key.trim())
  const isGood = (key: string) => key.length >= linkSecretLength && new Set(key).size >= linkSecretVariety
  return keys.length <= 2 && keys.every(isGood) ? keys.join(',') : null
}

/** Whether only this machine can reach the host of a URL. */
export function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url)
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  )
}

function readAddresses(env: EnvReader): Pick<Config, 'port' | 'host' | 'publicUrl' | 'siteUrl'> {
  const port = env.integer('PORT', 1, 65_535) ?? 3000
  const host = env.parse(
    'HOST',
    (text) => (/^[\w.:-]+$/.test(text) ? text : null),
    `"${env.text('HOST')}" is not an address to listen on`,
    'Use 127.0.0.1 behind a proxy on the same machine, or 0.0.0.0 to be reached from others.',
  )
  const publicUrl = env.parse(
    'PUBLIC_URL',
    parseOrigin,
    `"${env.text('PUBLIC_URL')}" is not an address of the form https://host`,
    'Write protocol and host only, such as https://kit.example.com, without a path.',
  )
  const address = publicUrl ?? `http://localhost:${port}`
  return { port, host: host ?? '127.0.0.1', publicUrl: address, siteUrl: readSiteUrl(env) ?? address }
}

function readStorage(env: EnvReader): Pick<Config, 'dataDir' | 'databaseUrl' | 'linkSecret'> {
  const databaseUrl = env.parse(
    'DATABASE_URL',
    (text) => (parseUrl(text, ['postgres:', 'postgresql:']) ? text : null),
    'it is not a postgres:// address',
    'Use postgres://user:password@host:5432/name?sslmode=verify-full, or leave it out for SQLite in DATA_DIR.',
  )
  const linkSecret = env.parse(
    'LINK_SECRET',
    parseLinkSecret,
    `it must be a key of at least ${linkSecretLength} characters, ${linkSecretVariety} of them different, or two such keys with a comma between them`,
    'Make one with: openssl rand -hex 32',
  )
  if (env.text('DATABASE_URL') && !env.text('LINK_SECRET')) {
    env.reject(
      'LINK_SECRET',
      'it is not set, and with Postgres every machine must sign download links with the same key',
      'After a move from SQLite, set it to the content of the file link-secret in the former DATA_DIR: with another key, the links in sent emails stop working. For a new shop, make one with: openssl rand -hex 32. Use the same key on every machine.',
    )
  }
  return { dataDir: path.resolve(env.text('DATA_DIR') ?? 'data'), databaseUrl, linkSecret }
}

function readStripe(env: EnvReader): Config['stripe'] {
  const secretKey = env.parse(
    'STRIPE_SECRET_KEY',
    (text) => (/^(sk|rk)_(test|live)_\w+$/.test(text) ? text : null),
    'it is not a Stripe secret key (those begin with sk_live_, sk_test_, rk_live_ or rk_test_)',
    'Copy the secret key, not the publishable one, from the API keys page of the Stripe dashboard.',
  )
  const webhookSecret = env.parse(
    'STRIPE_WEBHOOK_SECRET',
    (text) => (/^whsec_\S+$/.test(text) ? text : null),
    'it is not a webhook signing secret (those begin with whsec_)',
    'Copy the signing secret of your webhook endpoint from the Stripe dashboard.',
  )
  const apiUrl = env.parse(
    'STRIPE_API_URL',
    (text) => {
      const origin = parseOrigin(text)
      return origin && (origin.startsWith('https:') || isThisMachine(origin)) ? origin : null
    },
    'it is not an https:// address (http:// is allowed on this machine only)',
    'Leave it out: it exists for tests against a stand-in of Stripe.',
  )
  return secretKey ? { secretKey, webhookSecret, apiUrl } : null
}

/** The address of the pages. The build writes it into every page, so a mistake must be found before that. */
function readSiteUrl(env: EnvReader): string | null {
  return env.parse(
    'VITE_SITE_URL',
    parseOrigin,
    `"${env.text('VITE_SITE_URL')}" is not an address of the form https://host`,
    'Write protocol and host only, such as https://www.example.com, or leave it out.',
  )
}

/** Only the build uses this address. It is checked here because the build writes it into every page. */
function checkFunctionsUrl(env: EnvReader): void {
  env.parse(
    'VITE_FUNCTIONS_BASE_URL',
    (text) => parseUrl(text, ['http:', 'https:']),
    `"${env.text('VITE_FUNCTIONS_BASE_URL')}" is not an address`,
    'Write it with its protocol, such as https://shop.example.com, or leave it out.',
  )
}

/** Whether a key of Stripe moves real money. Keys of its test mode have "test" instead. */
export const isLiveKey = (secretKey: string): boolean => /^[a-z]+_live_/.test(secretKey)

function readPayments(
  env: EnvReader,
  publicUrl: string,
  { hasContent }: Pick<Shop, 'hasContent'>,
): Pick<Config, 'payments' | 'paymentsChosen' | 'stripe' | 'livemode' | 'kitFile'> {
  const stripe = readStripe(env)
  const chosen = env.parse(
    'PAYMENTS',
    (text) => (text === 'stripe' || text === 'sandbox' ? text : null),
    `"${env.text('PAYMENTS')}" is neither stripe nor sandbox`,
    'Use stripe or sandbox, or leave it out.',
  )
  const hasKey = env.text('STRIPE_SECRET_KEY') !== null
  const payments = chosen ?? (hasKey ? 'stripe' : 'sandbox')
  if (chosen === 'stripe' && !hasKey) {
    env.reject(
      'STRIPE_SECRET_KEY',
      'PAYMENTS=stripe needs it',
      'Copy the secret key from the Stripe dashboard, or use PAYMENTS=sandbox.',
    )
  }
  if (payments === 'sandbox' && !env.text('PAYMENTS') && !isThisMachine(publicUrl)) {
    env.reject(
      'STRIPE_SECRET_KEY',
      `${publicUrl} is a public address, and without a Stripe key nobody would be charged`,
      'Set STRIPE_SECRET_KEY, or set PAYMENTS=sandbox for a demonstration.',
    )
  }
  const kitName = env.text('KIT_FILE')
  const kitFile = kitName && path.resolve(kitName)
  const livemode = payments === 'stripe' && isLiveKey(env.text('STRIPE_SECRET_KEY') ?? '')
  if (livemode && kitFile && !hasContent(kitFile)) {
    env.reject(
      'KIT_FILE',
      `${kitFile} does not exist, is empty or cannot be read`,
      'Set it to the archive that buyers get, or leave it out. Buyers then get the packed folder kit.',
    )
  }
  return {
    payments,
    paymentsChosen: chosen !== null || hasKey,
    stripe: payments === 'stripe' ? stripe : null,
    livemode,
    kitFile,
  }
}

function readMail(env: EnvReader): Pick<Config, 'mail' | 'mailFrom' | 'sellerEmail'> {
  const smtpUrl = env.parse(
    'SMTP_URL',
    // If an @ or a / in the password is not percent-encoded, the host or the path seems to begin there.
    (text) => (/^\/?$/.test(parseUrl(text, ['smtp:', 'smtps:'])?.pathname ?? '?') ? text : null),
    'it is not an smtp:// or smtps:// address of a host',
    'Use smtps://user:password@host:465 or smtp://user:password@host:587, with special characters in the password percent-encoded.',
  )
  const mailFrom = env.email('MAIL_FROM')
  if (env.text('SMTP_URL') && !env.text('MAIL_FROM')) {
    env.reject(
      'MAIL_FROM',
      'SMTP_URL is set, and mail needs a sender',
      'Set it to an address of your own domain.',
    )
  }
  const sellerEmail = env.email('SELLER_EMAIL')
  const mail = smtpUrl === null ? ({ kind: 'files' } as const) : ({ kind: 'smtp', url: smtpUrl } as const)
  return { mail, mailFrom: mailFrom ?? site.emails.support, sellerEmail }
}

function readNetwork(
  env: EnvReader,
  { publicUrl, siteUrl }: Pick<Config, 'publicUrl' | 'siteUrl'>,
): Pick<Config, 'allowedOrigins' | 'trustProxy'> {
  const allowedOrigins = (env.text('ALLOWED_ORIGINS') ?? '').split(/[\s,]+/).filter(Boolean)
  for (const origin of allowedOrigins) {
    if (parseOrigin(origin) === origin) continue
    env.reject(
      'ALLOWED_ORIGINS',
      `"${origin}" is not an origin`,
      'List origins as a browser sends them, separated by commas: https://www.example.com (no path, no slash at the end, no *).',
    )
  }
  // The pages request the offer and the checkout from their own origin.
  if (siteUrl !== publicUrl && !allowedOrigins.includes(siteUrl)) allowedOrigins.push(siteUrl)
  return { allowedOrigins, trustProxy: env.integer('TRUST_PROXY', 0, 10) ?? 0 }
}

/** What the configuration depends on, besides the variables. */
interface Shop {
  prices: Pick<typeof catalog, 'currency' | 'priceCents' | 'listPriceCents' | 'earlyBirdSeats'>
  /** Whether a file can be delivered. */
  hasContent(file: string): boolean
}

/**
 * Parses the environment variables, or returns all problems with them at once. It uses no network and reads no file itself. The
 * prices of the catalog are checked with them, because Stripe refuses a checkout with a wrong one.
 */
export function parseEnv(
  variables: Record<string, string | undefined>,
  { prices = catalog, hasContent = () => true }: Partial<Shop> = {},
): EnvResult {
  const env = new EnvReader(variables)
  const problem = currencyProblem(prices.currency)
  if (problem)
    env.reject('currency in content/catalog.ts', problem, 'See https://docs.stripe.com/currencies.')
  for (const name of ['priceCents', 'listPriceCents', 'earlyBirdSeats'] as const) {
    const value = prices[name]
    const least = name === 'earlyBirdSeats' ? 0 : 1
    if (!Number.isInteger(value) || value < least)
      env.reject(
        `${name} in content/catalog.ts`,
        `it is ${value}, not a whole number from ${least} on`,
        'Correct it. Amounts are in the smallest unit, such as 34800 for $348.',
      )
  }
  const addresses = readAddresses(env)
  const config = {
    ...addresses,
    ...readStorage(env),
    ...readPayments(env, addresses.publicUrl, { hasContent }),
    ...readMail(env),
    ...readNetwork(env, addresses),
  }
  checkFunctionsUrl(env)
  // In the sandbox's mailbox, a seller sees the notices that a sale brings.
  if (config.payments === 'sandbox' && config.mail.kind === 'files' && isThisMachine(config.publicUrl))
    config.sellerEmail ??= 'seller@example.com'
  if (config.payments === 'sandbox' && config.mail.kind !== 'files' && !isThisMachine(config.publicUrl)) {
    env.reject(
      'SMTP_URL',
      `in a sandbox at ${config.publicUrl}, anybody could send mail from your address to anybody`,
      'Leave it out of a public demonstration: mail is then written to files in DATA_DIR/mail. Or take payments through Stripe.',
    )
  }
  return env.problems.length > 0 ? { ok: false, problems: env.problems } : { ok: true, config }
}

/** The configuration of this process. Nothing else reads the shop's variables. */
export const readEnv = (): EnvResult => parseEnv(process.env)

/** The configuration of a server. Unlike the command line, it needs the kit. */
export const readServerEnv = (): EnvResult => parseEnv(process.env, { hasContent })

function hasContent(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    const stats = statSync(file)
    return stats.isFile() && stats.size > 0
  } catch {
    return false
  }
}

/** The problems as text for the terminal. */
export function describeProblems(problems: EnvProblem[]): string {
  const lines = problems.map(({ variable, problem, remedy }) => `  ${variable}: ${problem}.\n    ${remedy}`)
  return `The shop cannot start with this configuration:\n\n${lines.join('\n')}\n`
}
