/** What opens something, each with what takes its place. Lengths are limited so that no text makes a search slow. */
const secrets: [RegExp, string][] = [
  // user:password@ of a URL. The host stays.
  [/(\b[a-z][a-z\d+.-]{0,30}:\/\/)[^\s/?#"'<>]{0,500}@/gi, '$1(password)@'],
  // A Stripe key, also in the shortened form of Stripe's own messages: sk_live_****1234.
  [/\b(sk|rk|pk)_(test|live)_[\w*]+/g, '$1_$2_(secret)'],
  [/\bwhsec_[\w+/=*-]+/g, 'whsec_(secret)'],
  // A download token, `v1.mac.order.expiry`, whole or cut off.
  [/\bv1\.[\w-]{20,}(\.[\w-]*)*/g, '(download token)'],
]

/** An address of mail. A slash before the @ is the path of a package: node_modules/@hono. */
const address = /[^\s<>"(),;:]{0,250}[^\s<>"(),;:/](@|%40)[^\s<>"'(),;:/?&]{1,255}/gi

/** Characters. The searches take time in proportion, and nobody reads further. */
const longestText = 10_000

/** The text without keys, download tokens and passwords of URLs. A very long one is cut. */
export function withoutSecrets(text: string): string {
  const start = text.length > longestText ? `${text.slice(0, longestText)}…` : text
  return secrets.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), start)
}

/** The text as a log shows it: without secrets and without addresses of mail. */
export function redact(text: string): string {
  // The secrets first: the password of a URL would count as the beginning of an address.
  return withoutSecrets(text).replaceAll(address, '(address)')
}

/** The fields by which an error of Stripe's SDK, Nodemailer, Postgres or the system tells what it is. No free text is among them. */
const codeFields = [
  'code',
  'type',
  'statusCode',
  'param',
  'requestId',
  'command',
  'responseCode',
  'errno',
  'errcode',
  'syscall',
  'severity',
  'constraint',
  'table',
  'column',
  'routine',
] as const

/** What an error says of itself in codes. */
export function codesOf(error: Error): Record<string, string | number> {
  const all = error as unknown as Record<string, unknown>
  const known = codeFields.flatMap((field) => {
    const value = all[field]
    return typeof value === 'string' || typeof value === 'number' ? [[field, value] as const] : []
  })
  return Object.fromEntries(known)
}

/**
 * Whether another system wrote the error's message: Stripe (`requestId`, `statusCode`), a mail server (`responseCode`),
 * Postgres (`severity`), or the parser of JSON. They quote what they were sent, which may be a buyer's name, and a name
 * has no pattern by which it could be found.
 */
export function isQuoting(error: Error): boolean {
  const { responseCode, statusCode, requestId, severity } = error as unknown as Record<string, unknown>
  return (
    error instanceof SyntaxError ||
    typeof responseCode === 'number' ||
    typeof statusCode === 'number' ||
    typeof requestId === 'string' ||
    typeof severity === 'string'
  )
}
