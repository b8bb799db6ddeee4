import { isThisMachine } from '../../server/config/env.ts'
import type { Finding } from './finding.ts'

/**
 * Findings name commands as they are typed in a clone. On a server, docs/operations.md installs a command `shop` and a service
 * `shop` instead.
 */
const onServer: [typed: string, instead: string][] = [
  ['npm run shop --', 'shop'],
  ['npm start', 'systemctl restart shop'],
]

/** A finding with the commands of the machine on which doctor runs. */
export function asTyped(finding: Finding, publicUrl: string): Finding {
  if (isThisMachine(publicUrl)) return finding
  const translate = (text: string) =>
    onServer.reduce((result, [typed, instead]) => result.replaceAll(typed, instead), text)
  return { ...finding, what: translate(finding.what), remedy: translate(finding.remedy) }
}
