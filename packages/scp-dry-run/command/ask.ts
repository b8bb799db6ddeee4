import { accountIn, askedRequest } from '../judge/asked.ts'
import { decider, type Verdict } from '../judge/evaluate.ts'
import { gatesOf } from '../judge/levels.ts'
import { awsNames } from '../names/aws-names.ts'
import type { Statement } from '../policy/policy.ts'
import type { AskArguments } from './arguments.ts'
import { levelsOf, loadPolicies, problemsOfLevels } from './documents.ts'

const namesOf = (verdict: Verdict): string[] =>
  verdict.verdict === 'cannot tell' ? verdict.missing.map(({ name }) => name) : []

const placeOf = ({ policy, sid, line }: Statement) =>
  `${sid} (${line === null ? policy : `${policy}:${line}`})`

function sentenceOf(verdict: Verdict): string {
  switch (verdict.verdict) {
    case 'denied':
      return verdict.by ? `by ${placeOf(verdict.by)}` : `nothing allows it at ${verdict.gate}`
    case 'cannot tell':
      return `${verdict.by ? placeOf(verdict.by) : `nothing allows it at ${verdict.gate}, which`} needs ${namesOf(verdict).join(', ')}`
    case 'allowed':
      return 'no statement denies it'
  }
}

/** Names that AWS does not have: the answer about them says nothing. */
function warningsAbout({ action, keys }: Pick<AskArguments, 'action' | 'keys'>): string[] {
  const near = (name: string | null) => (name ? ` Is it ${name}?` : '')
  return [
    ...(awsNames.hasAction(action)
      ? []
      : [`warning: AWS has no action ${action}.${near(awsNames.nearestAction(action))}`]),
    ...Object.keys(keys)
      .filter((key) => !awsNames.hasKey(key))
      .map((key) => `warning: No service has the condition key ${key}.${near(awsNames.nearestKey(key))}`),
  ]
}

/**
 * Judges one request, and prints the verdict.
 * @returns the exit code
 * @throws UsageError if a policy cannot be read or has an error
 */
export async function runAsk({ policies, format, failOn, ...asked }: AskArguments): Promise<number> {
  const loaded = await loadPolicies(policies)
  const levels = levelsOf(loaded)
  for (const warning of [...warningsAbout(asked), ...problemsOfLevels(loaded)])
    process.stderr.write(`${warning}\n`)
  const { gates } = gatesOf(levels, accountIn(asked.principal ?? ''))
  const verdict = decider(gates)(askedRequest(asked))
  if (format === 'json') {
    const by = verdict.verdict === 'allowed' ? null : verdict.by
    const place = by && { policy: by.policy, sid: by.sid, line: by.line }
    process.stdout.write(
      `${JSON.stringify({ verdict: verdict.verdict, by: place, missing: namesOf(verdict) }, null, 2)}\n`,
    )
  } else process.stdout.write(`${verdict.verdict}: ${sentenceOf(verdict)}\n`)
  const failed = { denied: 'denied', unknown: 'cannot tell' } as const
  return failOn.some((name) => failed[name] === verdict.verdict) ? 1 : 0
}
