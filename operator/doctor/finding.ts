/** One result of the launch check. An error keeps the shop from being called ready; a warning is for the seller to judge. */
export interface Finding {
  severity: 'error' | 'warning' | 'ok'
  what: string
  /** What to do about it; empty for `ok`. */
  remedy: string
}

export const error = (what: string, remedy: string): Finding => ({ severity: 'error', what, remedy })
export const warning = (what: string, remedy: string): Finding => ({ severity: 'warning', what, remedy })

/** The findings, or one that says what is fine. */
export const orOk = (findings: Finding[], what: string): Finding[] =>
  findings.length > 0 ? findings : [{ severity: 'ok', what, remedy: '' }]

/** Names that are reserved for examples, so that nobody can be reached there (RFC 2606 §2 and §3). */
const reserved = /(^|[@.])(example|test|invalid|localhost)(\.(com|net|org))?$/i

/** Whether an address, of a page or of mail, is in a domain that is reserved for examples. */
export const isReserved = (url: URL): boolean =>
  reserved.test(url.protocol === 'mailto:' ? url.pathname : url.hostname)
