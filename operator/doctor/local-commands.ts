import { isThisMachine } from '../../server/config/env.ts'
import type { Finding } from './finding.ts'

/**
 * The commands in findings, as one types them in a clone and on a server. There, docs/operations.md installs a command `shop` and
 * a service `shop`.
 */
const commands: [inClone: string, onServer: string][] = [
  ['npm run shop --', 'shop'],
  ['npm start', 'systemctl restart shop'],
]

/** Replaces the commands in a finding with those of the machine on which doctor runs. */
export function withLocalCommands(finding: Finding, publicUrl: string): Finding {
  if (isThisMachine(publicUrl)) return finding
  const translate = (text: string) =>
    commands.reduce((result, [inClone, onServer]) => result.replaceAll(inClone, onServer), text)
  return { ...finding, what: translate(finding.what), remedy: translate(finding.remedy) }
}
