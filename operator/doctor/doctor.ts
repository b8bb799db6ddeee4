import type { Command } from 'commander'
import type { EnvResult } from '../../server/config/env.ts'
import { type Io, print } from '../io.ts'
import { configurationFindings } from './configuration.ts'
import { type Content, contentFindings, shippedContent } from './content.ts'
import { error, type Finding } from './finding.ts'
import { serviceFindings } from './services.ts'

interface Report {
  /** Whether there are no errors. */
  ready: boolean
  /** The result as a sentence. */
  verdict: string
  /** Errors first. */
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

/**
 * The launch check: what would stop or embarrass a first sale. It changes nothing, and takes up to 10 s if something does not
 * answer.
 * @param replaced only for tests: the content, and the address of a stand-in for Stripe that is not part of the configuration
 */
export async function launchCheck(
  env: EnvResult,
  replaced: { content?: Content; stripeApiUrl?: string } = {},
): Promise<Report> {
  const findings = [...contentFindings(replaced.content ?? shippedContent)]
  if (env.ok) {
    const { config } = env
    const { stripe } = config
    const apiUrl = replaced.stripeApiUrl
    const asked = apiUrl && stripe ? { ...config, stripe: { ...stripe, apiUrl } } : config
    findings.unshift(...(await serviceFindings(asked)), ...configurationFindings(config))
  } else
    findings.unshift(
      ...env.problems.map(({ variable, problem, remedy }) => error(`${variable}: ${problem}.`, remedy)),
    )
  const errors = findings.filter(({ severity }) => severity === 'error')
  const warnings = findings.filter(({ severity }) => severity === 'warning')
  return {
    ready: errors.length === 0,
    verdict: verdictOf(errors.length, warnings.length),
    findings: [...errors, ...warnings],
  }
}

/** The report as text. The verdict is the last line. */
function describe({ findings, verdict }: Report): string {
  const lines = findings.map(
    ({ severity, what, remedy }) => `${severity.padEnd(8)} ${what}\n         ${remedy}\n`,
  )
  return [...lines, verdict].join('\n')
}

/** @param notReady called if there are errors. The program then exits with 1 */
export function addDoctorCommand(program: Command, io: Io, notReady: () => void): void {
  program
    .command('doctor')
    .description('the launch check: what would stop or embarrass a first sale')
    .addHelpText(
      'after',
      `
The last line is the verdict: "Ready to sell.", "Ready, with N warnings." or
"Not ready: …". Exits with 1 while there are errors. You decide whether a
warning matters.`,
    )
    .action(async (_: unknown, command: Command) => {
      const report = await launchCheck(io.env())
      print(io, command, report, describe(report))
      if (!report.ready) notReady()
    })
}
