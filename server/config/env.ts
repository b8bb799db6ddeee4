import path from 'node:path'
import * as v from 'valibot'
import { catalog } from '#content/catalog.ts'
import { site } from '#content/site.ts'
import { checkEmail } from '../../contract/checkout.ts'
import { currencyProblem } from '../../contract/currencies.ts'

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
  /** Null: mail is written to files in `dataDir`. */
  smtpUrl: string | null
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

/** What is wrong with one variable, and what to do about it. */
interface EnvProblem {
  variable: string
  problem: string
  remedy: string
}

export type EnvResult = { ok: true; config: Config } | { ok: false; problems: EnvProblem[] }

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

/** Whether a key of Stripe moves real money. Keys of its test mode have "test" instead. */
export const isLiveKey = (secretKey: string): boolean => /^[a-z]+_live_/.test(secretKey)

/** The URL if it has one of the protocols and a host, or null. */
function parseUrl(text: string, protocols: string[]): URL | null {
  const url = URL.parse(text)
  return url && protocols.includes(url.protocol) && url.hostname ? url : null
}

/** An origin and nothing else, or null. */
function parseOrigin(text = ''): string | null {
  const url = parseUrl(text, ['http:', 'https:'])
  return url && url.href === `${url.origin}/` ? url.origin : null
}

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

const keysOf = (text: string) => text.split(',').map((key) => key.trim())
const originsOf = (text = '') => text.split(/[\s,]+/).filter(Boolean)

/** The message of a problem: what is wrong, and in a second line what to do. It never shows the value, which may be a secret. */
const message = (problem: string, remedy: string) => `${problem}\n${remedy}`

const variable = (isGood: (text: string) => boolean, problem: string, remedy: string) =>
  v.optional(v.pipe(v.string(), v.check(isGood, message(problem, remedy))))

const integer = (min: number, max: number) =>
  variable(
    (text) => /^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max,
    `it is not a whole number from ${min} to ${max}`,
    'Set it to such a number, or leave it out.',
  )

/** An email address, as for buyers. */
const email = variable(
  (text) => checkEmail(text).ok,
  'it is not a single email address',
  'Write a single address without a name, such as shop@yourdomain.com.',
)

const origin = (remedy: string) =>
  variable(
    (text) => parseOrigin(text) !== null,
    'it is not an address of the form https://host',
    `Write protocol and host only, ${remedy}`,
  )

/** What one variable may be, whatever the others are. */
const variables = v.object({
  PORT: integer(1, 65_535),
  HOST: v.optional(v.string()),
  PUBLIC_URL: origin('such as https://kit.example.com, without a path.'),
  DATA_DIR: v.optional(v.string()),
  DATABASE_URL: variable(
    (text) => parseUrl(text, ['postgres:', 'postgresql:']) !== null,
    'it is not a postgres:// address',
    'Use postgres://user:password@host:5432/name?sslmode=verify-full, or leave it out for SQLite in DATA_DIR.',
  ),
  LINK_SECRET: variable(
    (text) =>
      keysOf(text).length <= 2 &&
      keysOf(text).every((key) => key.length >= linkSecretLength && new Set(key).size >= linkSecretVariety),
    `it must be a key of at least ${linkSecretLength} characters, ${linkSecretVariety} of them different, or two such keys with a comma between them`,
    'Make one with: openssl rand -hex 32',
  ),
  PAYMENTS: variable(
    (text) => text === 'stripe' || text === 'sandbox',
    'it is neither stripe nor sandbox',
    'Use stripe or sandbox, or leave it out.',
  ),
  STRIPE_SECRET_KEY: variable(
    (text) => /^(sk|rk)_(test|live)_\w+$/.test(text),
    'it is not a Stripe secret key (those begin with sk_live_, sk_test_, rk_live_ or rk_test_)',
    'Copy the secret key, not the publishable one, from the API keys page of the Stripe dashboard.',
  ),
  STRIPE_WEBHOOK_SECRET: variable(
    (text) => /^whsec_\S+$/.test(text),
    'it is not a webhook signing secret (those begin with whsec_)',
    'Copy the signing secret of your webhook endpoint from the Stripe dashboard.',
  ),
  // Whatever is at this address gets the key.
  STRIPE_API_URL: variable(
    (text) => isThisMachine(parseOrigin(text) ?? 'http://elsewhere.invalid'),
    'it is not an address of this machine',
    'Leave it out: it exists for tests against a stand-in of Stripe.',
  ),
  KIT_FILE: v.optional(v.string()),
  SMTP_URL: variable(
    // If an @ or a / in the password is not percent-encoded, the host or the path seems to begin there.
    (text) => /^\/?$/.test(parseUrl(text, ['smtp:', 'smtps:'])?.pathname ?? '?'),
    'it is not an smtp:// or smtps:// address of a host',
    'Use smtps://user:password@host:465 or smtp://user:password@host:587, with special characters in the password percent-encoded.',
  ),
  MAIL_FROM: email,
  SELLER_EMAIL: email,
  ALLOWED_ORIGINS: variable(
    (text) => originsOf(text).every((one) => parseOrigin(one) === one),
    'it is not a list of origins',
    'List origins as a browser sends them, separated by commas: https://www.example.com (no path, no slash at the end, no *).',
  ),
  TRUST_PROXY: integer(0, 10),
  // The build writes both into every page, so a mistake must be found before that.
  VITE_SITE_URL: origin('such as https://www.example.com, or leave it out.'),
  VITE_FUNCTIONS_BASE_URL: variable(
    (text) => parseUrl(text, ['http:', 'https:']) !== null,
    'it is not an address',
    'Write it with its protocol, such as https://shop.example.com, or leave it out.',
  ),
})

type Variables = v.InferOutput<typeof variables>

const usesStripe = (env: Variables): boolean =>
  env.PAYMENTS === 'stripe' || (!env.PAYMENTS && env.STRIPE_SECRET_KEY !== undefined)

/** Whether the sandbox is at an address that others can reach. */
function isPublicSandbox(env: Variables): boolean {
  const publicUrl = parseOrigin(env.PUBLIC_URL)
  return !usesStripe(env) && publicUrl !== null && !isThisMachine(publicUrl)
}

/** A rule for variables together. The problem is that of the one that is named. */
const together = (
  name: keyof Variables,
  isGood: (env: Variables) => boolean,
  problem: string,
  remedy: string,
) => v.forward(v.check(isGood, message(problem, remedy)), [name])

const configuration = v.pipe(
  variables,
  together(
    'LINK_SECRET',
    (env) => !env.DATABASE_URL || env.LINK_SECRET !== undefined,
    'it is not set, and with Postgres every machine must sign download links with the same key',
    'After a move from SQLite, set it to the content of the file link-secret in the former DATA_DIR: with another key, the links in sent emails stop working. For a new shop, make one with: openssl rand -hex 32. Use the same key on every machine.',
  ),
  together(
    'STRIPE_SECRET_KEY',
    (env) => env.PAYMENTS !== 'stripe' || env.STRIPE_SECRET_KEY !== undefined,
    'PAYMENTS=stripe needs it',
    'Copy the secret key from the Stripe dashboard, or use PAYMENTS=sandbox.',
  ),
  together(
    'STRIPE_SECRET_KEY',
    (env) => env.PAYMENTS !== undefined || !isPublicSandbox(env),
    'PUBLIC_URL is a public address, and without a Stripe key nobody would be charged',
    'Set STRIPE_SECRET_KEY, or set PAYMENTS=sandbox for a demonstration.',
  ),
  together(
    'MAIL_FROM',
    (env) => !env.SMTP_URL || env.MAIL_FROM !== undefined,
    'SMTP_URL is set, and mail needs a sender',
    'Set it to an address of your own domain.',
  ),
  together(
    'SMTP_URL',
    (env) => !env.SMTP_URL || !isPublicSandbox(env),
    'in a sandbox at a public address, anybody could send mail from your address to anybody',
    'Leave it out of a public demonstration: mail is then written to files in DATA_DIR/mail. Or take payments through Stripe.',
  ),
  v.transform(configOf),
)

/** @param env without problems */
function configOf(env: Variables): Config {
  const port = Number(env.PORT ?? 3000)
  const publicUrl = parseOrigin(env.PUBLIC_URL) ?? `http://localhost:${port}`
  const siteUrl = parseOrigin(env.VITE_SITE_URL) ?? publicUrl
  const allowedOrigins = originsOf(env.ALLOWED_ORIGINS)
  // The pages request the offer and the checkout from their own origin.
  if (siteUrl !== publicUrl && !allowedOrigins.includes(siteUrl)) allowedOrigins.push(siteUrl)
  const secretKey = env.STRIPE_SECRET_KEY
  const payments = usesStripe(env) ? 'stripe' : 'sandbox'
  const smtpUrl = env.SMTP_URL ?? null
  const address = (text = '') => {
    const checked = checkEmail(text)
    return checked.ok ? checked.email : null
  }
  // In the sandbox's mailbox, a seller sees the notices that a sale brings.
  const hasMailbox = payments === 'sandbox' && smtpUrl === null && isThisMachine(publicUrl)
  return {
    port,
    host: env.HOST ?? '127.0.0.1',
    publicUrl,
    siteUrl,
    dataDir: path.resolve(env.DATA_DIR ?? 'data'),
    databaseUrl: env.DATABASE_URL ?? null,
    payments,
    paymentsChosen: env.PAYMENTS !== undefined || secretKey !== undefined,
    stripe:
      payments === 'stripe' && secretKey
        ? {
            secretKey,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? null,
            apiUrl: parseOrigin(env.STRIPE_API_URL),
          }
        : null,
    livemode: payments === 'stripe' && isLiveKey(secretKey ?? ''),
    smtpUrl,
    mailFrom: address(env.MAIL_FROM) ?? site.emails.support,
    sellerEmail: address(env.SELLER_EMAIL) ?? (hasMailbox ? 'seller@example.com' : null),
    kitFile: env.KIT_FILE ? path.resolve(env.KIT_FILE) : null,
    linkSecret: env.LINK_SECRET ? keysOf(env.LINK_SECRET).join(',') : null,
    allowedOrigins,
    trustProxy: Number(env.TRUST_PROXY ?? 0),
  }
}

const whole = (least: number) =>
  v.custom<number>(
    (value) => Number.isInteger(value) && Number(value) >= least,
    message(
      `it is not a whole number from ${least} on`,
      'Correct it. Amounts are in the smallest unit, such as 34800 for $348.',
    ),
  )

/** Stripe refuses a checkout with a wrong price, so content/catalog.ts is checked with the variables. */
const prices = v.object({
  currency: v.pipe(
    v.string(),
    v.check(
      (currency) => currencyProblem(currency) === null,
      ({ input }) => message(currencyProblem(input) ?? '', 'See https://docs.stripe.com/currencies.'),
    ),
  ),
  priceCents: whole(1),
  listPriceCents: whole(1),
  earlyBirdSeats: whole(0),
})

const problemsOf = (issues: v.BaseIssue<unknown>[] = [], place = ''): EnvProblem[] =>
  issues.map((issue) => {
    const [problem = '', remedy = ''] = issue.message.split('\n')
    return { variable: `${v.getDotPath(issue)}${place}`, problem, remedy }
  })

/**
 * Parses the environment variables, or returns all problems with them at once. It uses no network and reads no file. An empty
 * variable counts as unset, because many deployment tools cannot unset one.
 */
export function parseEnv(env: Record<string, string | undefined>, priceList: unknown = catalog): EnvResult {
  const texts = Object.entries(env).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : []))
  const parsed = v.safeParse(configuration, Object.fromEntries(texts))
  const problems = [
    ...problemsOf(v.safeParse(prices, priceList).issues, ' in content/catalog.ts'),
    ...problemsOf(parsed.issues),
  ]
  return problems.length === 0 && parsed.success
    ? { ok: true, config: parsed.output }
    : { ok: false, problems }
}

/** The configuration of this process. Nothing else reads the shop's variables. */
export const readEnv = (): EnvResult => parseEnv(process.env)

/** The problems as text for the terminal. */
export function describeProblems(problems: EnvProblem[]): string {
  const lines = problems.map(({ variable, problem, remedy }) => `  ${variable}: ${problem}.\n    ${remedy}`)
  return `The shop cannot start with this configuration:\n\n${lines.join('\n')}\n`
}
