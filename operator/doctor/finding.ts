/** One result of the launch check. With an error, the shop is not ready. A warning is for the seller to judge. */
export interface Finding {
  severity: 'error' | 'warning'
  what: string
  /** What to do. */
  remedy: string
}

export const error = (what: string, remedy: string): Finding => ({ severity: 'error', what, remedy })
export const warning = (what: string, remedy: string): Finding => ({ severity: 'warning', what, remedy })

/** Domains that are reserved for examples, so nobody can be reached there (RFC 2606 §2 and §3). */
const reserved = /(^|[@.])(example|test|invalid|localhost)(\.(com|net|org))?$/i

/** Whether a web or mail address is in a domain that is reserved for examples. */
export const isReserved = (url: URL): boolean =>
  reserved.test(url.protocol === 'mailto:' ? url.pathname : url.hostname)
