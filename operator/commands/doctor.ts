import type { Command } from 'commander'
import { launchCheck } from '../doctor/launch-check.ts'
import { describeReport, reportOf } from '../doctor/report.ts'
import type { Io } from '../io.ts'
import { print } from '../print.ts'

interface Options {
  all?: boolean
  dkim?: string
}

/** @param notReady called if there are errors. The program then exits with 1 */
export function addDoctorCommand(program: Command, io: Io, notReady: () => void): void {
  program
    .command('doctor')
    .description('the launch check: what is missing before the first sale')
    .option('--all', 'also list the checks that passed')
    .option('--dkim <selector>', "the name of your DKIM key, the part of its DNS name before '._domainkey'")
    .addHelpText(
      'after',
      `
The last line is the verdict: "Ready to sell.", "Ready, with N warnings." or
"Not ready: …". Exits with 1 while there are errors. You decide whether a
warning matters.`,
    )
    .action(async ({ all = false, dkim }: Options, command: Command) => {
      if (io.ask) io.error('Checking the configuration, the pages and all services …\n')
      const report = reportOf(await launchCheck(io.env(), dkim ? { dkimSelector: dkim } : {}), all)
      print(io, command, report, (look) => describeReport(report, look))
      if (!report.ready) notReady()
    })
}
