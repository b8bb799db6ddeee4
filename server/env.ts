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
