import { withLocalCommands } from '../config/local-commands.ts'

/** One result of the launch check. With an error, the shop is not ready. A warning is for the seller to judge. */
export interface Finding {
  severity: 'error' | 'warning' | 'ok'
  what: string
  /** What to do; empty for `ok`. */
  remedy: string
}

/** The findings of one check, with the sentence for a check without findings. */
export type Group = [fine: string, findings: Finding[]]

export const error = (what: string, remedy: string): Finding => ({ severity: 'error', what, remedy })
export const warning = (what: string, remedy: string): Finding => ({ severity: 'warning', what, remedy })

/** The findings; if there are none, one of the severity `ok`. */
export const orOk = ([fine, findings]: Group): Finding[] =>
  findings.length > 0 ? findings : [{ severity: 'ok', what: fine, remedy: '' }]

/** Findings with the commands as one types them at this address. */
export const withCommandsAt = (publicUrl: string, findings: Finding[]): Finding[] =>
  findings.map((finding) => ({
    ...finding,
    what: withLocalCommands(finding.what, publicUrl),
    remedy: withLocalCommands(finding.remedy, publicUrl),
  }))

/** Domains that are reserved for examples, so nobody can be reached there (RFC 2606 §2 and §3). */
const reserved = /(^|[@.])(example|test|invalid|localhost)(\.(com|net|org))?$/i

/** Whether a web or mail address is in a domain that is reserved for examples. */
export const isReserved = (url: URL): boolean =>
  reserved.test(url.protocol === 'mailto:' ? url.pathname : url.hostname)
