import path from 'node:path'
import { site } from '../content/site.ts'
import { checkBuyer } from '../contract/checkout.ts'

/** The whole configuration, read once at start. See the table in the README. */
export interface Config {
  port: number
  host: string
  /** No trailing slash; every absolute link is built from it, never from a request's Host. */
  publicUrl: string
  dataDir: string
  /** `postgres://…`, or null for SQLite in `dataDir`. */
  databaseUrl: string | null
  payments: 'stripe' | 'sandbox'
  stripe: { secretKey: string; webhookSecret: string | null; apiUrl: string | null } | null
  smtpUrl: string | null
  mailFrom: string
  /** Where sale notices go; null: none are sent, and the log says so. */
  sellerEmail: string | null
  /** The seller's archive; null: the sample archive, sandbox only. */
  kitFile: string | null
  /** Null: made once and kept in `dataDir`. */
  linkSecret: string | null
  allowedOrigins: string[]
  /** Hops of X-Forwarded-For to believe. */
  trustProxy: number
}

/** What is wrong with one variable, and what to do about it. */
export interface EnvProblem {
  variable: string
  problem: string
  remedy: string
}

export type EnvResult = { ok: true; config: Config } | { ok: false; problems: EnvProblem[] }

/** Characters: a key shorter than the hash's output, 32 bytes of SHA-256, weakens the signature (RFC 2104 §3). */
export const linkSecretLength = 32

/** Whether an address of a URL can only be reached from the machine itself. */
export function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url)
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  )
}

function parseUrl(text: string, protocols: string[]): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && protocols.includes(url.protocol) && url.hostname ? url : null
}

/** An origin and nothing else, or null. */
function parseOrigin(text: string): string | null {
  const url = parseUrl(text, ['http:', 'https:'])
  const bare = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  return bare ? url.origin : null
}

const isEmail = (text: string) => checkBuyer({ name: 'x', email: text }).ok

/**
 * The configuration out of environment variables, or every problem with them at once. Pure: it looks at no
 * file and no network. An empty variable counts as unset, as deployment tools often cannot unset one.
 */
export function parseEnv(env: Record<string, string | undefined>): EnvResult {
  const problems: EnvProblem[] = []
  const reject = (variable: string, problem: string, remedy: string) => {
    problems.push({ variable, problem, remedy })
    return null
  }
  const read = (variable: string) => env[variable]?.trim() || null
  /** The parsed variable; null when it is unset or, with the problem noted, when it does not parse. */
  const parse = <T>(variable: string, how: (text: string) => T | null, problem: string, remedy: string) => {
    const text = read(variable)
    return text === null ? null : (how(text) ?? reject(variable, problem, remedy))
  }
  const integer = (variable: string, min: number, max: number) =>
    parse(
      variable,
      (text) => (/^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null),
      `"${read(variable)}" is not a whole number from ${min} to ${max}`,
      `Set it to such a number, or leave it out.`,
    )
  const email = (variable: string) =>
    parse(
      variable,
      (text) => (isEmail(text) ? text : null),
      `"${read(variable)}" is not one plain email address`,
      'Write a single address without a name, such as shop@yourdomain.com.',
    )

  const port = integer('PORT', 1, 65_535) ?? 3000
  const host = parse(
    'HOST',
    (text) => (/^[\w.:-]+$/.test(text) ? text : null),
    `"${read('HOST')}" is not an address to listen on`,
    'Use 127.0.0.1 behind a proxy on the same machine, or 0.0.0.0 to be reached from others.',
  )
  const publicUrl =
    parse(
      'PUBLIC_URL',
      parseOrigin,
      `"${read('PUBLIC_URL')}" is not an address of the form https://host`,
      'Write protocol and host only, such as https://kit.example.com, without a path.',
    ) ?? `http://localhost:${port}`

  const databaseUrl = parse(
    'DATABASE_URL',
    (text) => (parseUrl(text, ['postgres:', 'postgresql:']) ? text : null),
    'it is not a postgres:// address',
    'Use postgres://user:password@host:5432/name, or leave it out for SQLite in DATA_DIR.',
  )
  const linkSecret = parse(
    'LINK_SECRET',
    (text) => (text.length >= linkSecretLength ? text : null),
    `it is shorter than ${linkSecretLength} characters`,
    'Make one with: openssl rand -hex 32',
  )
  if (databaseUrl && !read('LINK_SECRET')) {
    reject(
      'LINK_SECRET',
      'it is not set, and with Postgres every machine must sign download links with the same one',
      'Make one with: openssl rand -hex 32, and give it to every machine.',
    )
  }

  const secretKey = parse(
    'STRIPE_SECRET_KEY',
    (text) => (/^(sk|rk)_(test|live)_\w+$/.test(text) ? text : null),
    'it is not a Stripe secret key (those begin with sk_live_, sk_test_, rk_live_ or rk_test_)',
    'Copy the secret key, not the publishable one, from the API keys page of the Stripe dashboard.',
  )
  const webhookSecret = parse(
    'STRIPE_WEBHOOK_SECRET',
    (text) => (/^whsec_\S+$/.test(text) ? text : null),
    'it is not a webhook signing secret (those begin with whsec_)',
    'Copy the signing secret of your webhook endpoint from the Stripe dashboard.',
  )
  const apiUrl = parse(
    'STRIPE_API_URL',
    (text) => {
      const origin = parseOrigin(text)
      return origin && (origin.startsWith('https:') || isThisMachine(origin)) ? origin : null
    },
    'it is not an https:// address (http:// is taken on this machine only)',
    'Leave it out: it exists for tests against a stand-in of Stripe.',
  )
  const asked = parse(
    'PAYMENTS',
    (text) => (text === 'stripe' || text === 'sandbox' ? text : null),
    `"${read('PAYMENTS')}" is not a way to be paid`,
    'Use stripe or sandbox, or leave it out.',
  )
  const payments = asked ?? (read('STRIPE_SECRET_KEY') ? 'stripe' : 'sandbox')
  if (asked === 'stripe' && !read('STRIPE_SECRET_KEY')) {
    reject(
      'STRIPE_SECRET_KEY',
      'PAYMENTS=stripe needs it',
      'Copy the secret key from the Stripe dashboard, or use PAYMENTS=sandbox.',
    )
  }
  if (payments === 'sandbox' && !read('PAYMENTS') && !isThisMachine(publicUrl)) {
    reject(
      'STRIPE_SECRET_KEY',
      `${publicUrl} is a public address, and without a Stripe key nobody would be charged`,
      'Set STRIPE_SECRET_KEY, or say PAYMENTS=sandbox if this is a demonstration.',
    )
  }
  const kitFile = read('KIT_FILE')
  if (payments === 'stripe' && !kitFile) {
    reject(
      'KIT_FILE',
      'it is not set, and who pays through Stripe must get your kit, not the sample archive',
      'Set it to the path of the archive that you sell.',
    )
  }

  const smtpUrl = parse(
    'SMTP_URL',
    (text) => (parseUrl(text, ['smtp:', 'smtps:']) ? text : null),
    'it is not an smtp:// or smtps:// address',
    'Use smtps://user:password@host:465 or smtp://user:password@host:587, with special characters in the password percent-encoded.',
  )
  const mailFrom = email('MAIL_FROM')
  if (smtpUrl && !read('MAIL_FROM')) {
    reject(
      'MAIL_FROM',
      'SMTP_URL is set, and mail needs a sender',
      'Set it to an address of your own domain.',
    )
  }

  const allowedOrigins = (read('ALLOWED_ORIGINS') ?? '').split(/[\s,]+/).filter(Boolean)
  for (const origin of allowedOrigins) {
    if (parseOrigin(origin) === origin) continue
    reject(
      'ALLOWED_ORIGINS',
      `"${origin}" is not an origin`,
      'List origins as a browser sends them, separated by commas: https://www.example.com (no path, no slash at the end, no *).',
    )
  }
  const trustProxy = integer('TRUST_PROXY', 0, 10) ?? 0
  const sellerEmail = email('SELLER_EMAIL')

  if (problems.length > 0) return { ok: false, problems }
  return {
    ok: true,
    config: {
      port,
      host: host ?? '127.0.0.1',
      publicUrl,
      dataDir: path.resolve(read('DATA_DIR') ?? 'data'),
      databaseUrl,
      payments,
      stripe: payments === 'stripe' && secretKey ? { secretKey, webhookSecret, apiUrl } : null,
      smtpUrl,
      mailFrom: mailFrom ?? site.emails.support,
      sellerEmail,
      kitFile: kitFile && path.resolve(kitFile),
      linkSecret,
      allowedOrigins,
      trustProxy,
    },
  }
}

/** The configuration of this process: the one place that reads its environment. */
export const readEnv = (): EnvResult => parseEnv(process.env)

/** Problems as the person at the terminal reads them. */
export function describeProblems(problems: EnvProblem[]): string {
  const lines = problems.map(({ variable, problem, remedy }) => `  ${variable}: ${problem}.\n    ${remedy}`)
  return `The shop cannot start as it is configured:\n\n${lines.join('\n')}\n`
}
