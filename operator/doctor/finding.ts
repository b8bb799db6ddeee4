/** Something between the shop and its launch. An error keeps `doctor` from calling it ready. */
export interface Finding {
  severity: 'error' | 'warning'
  what: string
  remedy: string
}

export const error = (what: string, remedy: string): Finding => ({ severity: 'error', what, remedy })
export const warning = (what: string, remedy: string): Finding => ({ severity: 'warning', what, remedy })

/** Names that are reserved for examples, so that nobody can be reached there (RFC 2606 §2 and §3). */
const reserved = /(^|[@.])(example|test|invalid|localhost)(\.(com|net|org))?$/i

/** Whether an address, of a page or of mail, is in a domain that is reserved for examples. */
export const isReserved = (url: URL): boolean =>
  reserved.test(url.protocol === 'mailto:' ? url.pathname : url.hostname)
