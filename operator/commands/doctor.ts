import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { ShopError } from '../../server/errors.ts'
import { builtSiteFindings } from '../doctor/built-site.ts'
import { configurationFindings } from '../doctor/configuration.ts'
import { contentFindings, shippedContent } from '../doctor/content.ts'
import { error, type Finding } from '../doctor/finding.ts'
import { serviceFindings } from '../doctor/services.ts'
import type { Io } from '../io.ts'
import { print } from '../print.ts'

const root = path.resolve(import.meta.dirname, '../..')

async function allFindings(io: Io): Promise<Finding[]> {
  const content = shippedContent(readFileSync(path.join(root, 'content/legal/terms.md'), 'utf8'))
  const env = io.env()
  const found = env.ok
    ? [
        ...(await serviceFindings(env.config)),
        ...configurationFindings(env.config),
        ...builtSiteFindings(path.join(root, 'build/client'), env.config, content),
      ]
    : env.problems.map(({ variable, problem, remedy }) => error(`${variable}: ${problem}.`, remedy))
  return [...found, ...contentFindings(content)]
}

function describeFindings(findings: Finding[]): string {
  const lines = findings.map(
    ({ severity, what, remedy }) => `${severity.padEnd(8)} ${what}\n         ${remedy}`,
  )
  return lines.join('\n') || 'Everything that can be checked is in order: ready to sell.'
}

export function addDoctorCommand(program: Command, io: Io): void {
  program
    .command('doctor')
    .description('the launch check: what is still between this shop and its first sale')
    .addHelpText('after', '\nExits with 1 while there are errors; warnings are for you to judge.')
    .action(async (_: unknown, command: Command) => {
      const all = await allFindings(io)
      const errors = all.filter(({ severity }) => severity === 'error')
      const warnings = all.filter(({ severity }) => severity === 'warning')
      const findings = [...errors, ...warnings]
      print(io, command, { ready: errors.length === 0, findings }, () => describeFindings(findings))
      if (errors.length === 0) return
      const count = `${errors.length} errors, ${warnings.length} warnings`
      throw new ShopError('unavailable', `\nNot ready to sell: ${count}.`, {
        remedy: 'Each finding has its remedy below it. To try the shop out as it is: npm start',
      })
    })
}
