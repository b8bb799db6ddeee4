/** Patterns of texts that give access, each with its replacement. None of them backtracks far, so that every search is fast. */
const secrets: [RegExp, string][] = [
  // user:password@ of a URL. The host stays.
  [/(\b[a-z][a-z\d+.-]{0,30}:\/\/)[^\s/?#"'<>]{0,500}@/gi, '$1(password)@'],
  // A Stripe key, or the shortened form in Stripe's messages: sk_live_****1234.
  [/\b(sk|rk|pk)_(test|live)_[\w*]+/g, '$1_$2_(secret)'],
  [/\bwhsec_[\w+/=*-]+/g, 'whsec_(secret)'],
  // The token of a download or the seller's page, `v1.mac.order.expiry`, whole or cut off.
  [/\bv1\.[\w-]{20}[\w.-]*/g, '(token)'],
]

/** An email address. A slash before the @ is the path of a package: node_modules/@hono. */
const address = /[^\s<>"(),;:]{0,250}[^\s<>"(),;:/](@|%40)[^\s<>"'(),;:/?&]{1,255}/gi

/** The most characters of a text. Longer texts take longer to search, and nobody reads that much. */
const longestText = 10_000

/** The text without keys, tokens and passwords in URLs. A very long text is cut. */
export function withoutSecrets(text: string): string {
  const start = text.length > longestText ? `${text.slice(0, longestText)}…` : text
  return secrets.reduce((rest, [pattern, replacement]) => rest.replaceAll(pattern, replacement), start)
}

/** The text for the log: without secrets and email addresses. */
export function redact(text: string): string {
  // Replace the secrets first. Otherwise, the password in a URL would count as the beginning of an address.
  return withoutSecrets(text).replaceAll(address, '(address)')
}

/** Error fields of Stripe's SDK, Nodemailer, Postgres and the system that hold only codes and names, no free text. */
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

/** The codes of an error. */
export function codesOf(error: Error): Record<string, string | number> {
  const fields = error as unknown as Record<string, unknown>
  const codes = codeFields.flatMap((field) => {
    const value = fields[field]
    return typeof value === 'string' || typeof value === 'number' ? [[field, value] as const] : []
  })
  return Object.fromEntries(codes)
}

/**
 * Whether the message of an error comes from another system: Stripe (`requestId`, `statusCode`), a mail server
 * (`responseCode`), Postgres (`severity`), or the JSON parser. It may quote a buyer's name, and no pattern finds names.
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
