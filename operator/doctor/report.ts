import type { Finding } from '../../server/examine/finding.ts'
import { type Look, plainLook } from '../format.ts'
import { marked } from '../tones.ts'

export interface Report {
  /** Whether there are no errors. */
  ready: boolean
  /** The result as a sentence; see `verdictOf`. */
  verdict: string
  /** Errors first, then warnings, then the checks that passed, if they were requested. */
  findings: Finding[]
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function verdictOf(errors: number, warnings: number): string {
  if (errors > 0) {
    const also = warnings > 0 ? `, ${counted(warnings, 'warning')}` : ''
    return `Not ready: ${counted(errors, 'error')}${also}.`
  }
  return warnings > 0 ? `Ready, with ${counted(warnings, 'warning')}.` : 'Ready to sell.'
}

/** @param all whether to include the checks that passed */
export function reportOf(findings: Finding[], all: boolean): Report {
  const withSeverity = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity)
  const [errors, warnings] = [withSeverity('error'), withSeverity('warning')]
  return {
    ready: errors.length === 0,
    verdict: verdictOf(errors.length, warnings.length),
    findings: [...errors, ...warnings, ...(all ? withSeverity('ok') : [])],
  }
}

/** The report as text. The verdict is the last line. */
export function describeReport({ findings, verdict }: Report, { paint }: Look = plainLook): string {
  const painted = (severity: Finding['severity'], text: string) => paint(marked(severity).tone, text)
  const lines = findings.map(({ severity, what, remedy }) =>
    [`${painted(severity, severity.padEnd(8))} ${what}`, ...(remedy ? [`         ${remedy}`] : [])].join(
      '\n',
    ),
  )
  const worst = (['error', 'warning'] as const).find((one) =>
    findings.some(({ severity }) => severity === one),
  )
  return [...lines, ...(lines.length > 0 ? [''] : []), painted(worst ?? 'ok', verdict)].join('\n')
}
