// An answer in the page's words, for the build and the browser.

import { accessFile, isPerson, people, type Role } from 'kit-reader/policies'
import { matches, type Statement, type StatementDocument } from 'scp-dry-run'
import type { policies } from '#content/policies.ts'
import { fill } from '../../../contract/fill.ts'
import type { Token } from '../../ui/code.tsx'
import { type Answer, type GateId, gateIdOf, type Organization, type Question, unitOf } from './question.ts'

export type Words = Pick<
  typeof policies,
  'gates' | 'sentences' | 'title' | 'verdicts' | 'onlyIf' | 'holders' | 'places' | 'phrases'
>

export const gateName = (id: GateId, unit: string, { gates }: Words) => fill(gates[id].name, { unit })

/** `Denied`, or `Allowed, if the key policy lets it`. */
export function verdictOf({ decision }: Answer, { verdicts, onlyIf }: Words): string {
  if (decision?.verdict === 'allowed' && decision.onlyIf) return onlyIf[decision.onlyIf]
  return verdicts[decision?.verdict ?? 'cannot tell']
}

/** A title for the question and its answer, such as `Can a developer delete a key in prod? Denied`. */
export function titleOf({ who, action, account }: Question, answer: Answer, words: Words): string {
  const name = action.split(':').at(-1) ?? ''
  const phrases: Record<string, string> = words.phrases
  const plain = name
    .replace(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
  const what = phrases[action] ?? plain
  return fill(words.title, { who: words.holders[who].one, what, account, verdict: verdictOf(answer, words) })
}

const placesOf = ({ accounts }: Role, { places }: Words): string =>
  typeof accounts === 'string' ? places[accounts] : accounts.join(', ')

const statementName = ({ sid, hasSid }: Statement, { sentences }: Words) =>
  hasSid ? sid : fill(sentences.statement, { number: sid })

/** Whom a trust policy's statements let in, if it names no account. */
const trustedServices = (principals: unknown[]): string[] =>
  principals.flatMap((principal) => {
    const { AWS, Federated = [], Service = [] } = principal as Record<string, string | string[] | undefined>
    return AWS ? [] : [Federated, Service].flat().map((name) => name.replace(/^.*\//, ''))
  })

/** One or two sentences that say what decided. Empty for an action that AWS does not have. */
export function sentenceOf(
  question: Question,
  { decision }: Answer,
  organization: Organization,
  words: Words,
): string {
  if (!decision) return ''
  const { sentences, gates, holders } = words
  const { account, who } = question
  const unit = unitOf(account, organization)
  if (decision.verdict === 'cannot tell') {
    const missing = decision.missing.map((key) => (key === 'resource' ? sentences.resource : key)).join(', ')
    const sid = statementName(decision.by, words)
    return fill(sentences.unclear, { missing, sid, file: decision.by.policy })
  }
  if (decision.verdict === 'allowed') {
    if (!decision.by) return sentences.always
    return fill(sentences.allowed, { sid: statementName(decision.by, words), file: decision.by.policy })
  }
  const at = decision.reason === 'assignment' ? '' : fill(gates[gateIdOf(decision.gate)].at, { unit })
  switch (decision.reason) {
    case 'statement':
      return fill(sentences.denied, { at, sid: statementName(decision.by, words), file: decision.by.policy })
    case 'root user':
      return fill(sentences.rootUser, { action: question.action })
    case 'no allow':
      return fill(sentences.nothing, { at })
    case 'trust policy': {
      const { file, policy } = decision.trust
      const services = trustedServices(policy.Statement.map(({ Principal }) => Principal))
      const sentence = services.length > 0 ? sentences.trustsOnly : sentences.trustsOthers
      return fill(sentence, { file, services: services.join(', ') })
    }
    case 'assignment': {
      const { roles } = organization.policySet.assignments
      if (isPerson(who)) {
        const values = { who: holders[who].many, account, set: decision.session?.name ?? '' }
        return fill(decision.session ? sentences.onlySet : sentences.noAccess, values)
      }
      return fill(sentences.noRole, { who, account, places: placesOf(roles[who], words) })
    }
  }
}

/** The text that decided, with its file. A link leads to the file if the page of the file is known. */
export interface Evidence {
  tokens: readonly Token[]
  file: string
  href: string | undefined
  /** The text is a statement that no policy has. */
  isMissing: boolean
}

/** The statement, or the rows of the access matrix, that the answer comes from. Null if there is no such text. */
export function evidenceOf(
  { action, resource, who, account }: Question,
  { decision, gates }: Answer,
  organization: Organization,
  files: Record<string, string>,
): Evidence | null {
  if (!decision) return null
  const from = (file: string, tokens: readonly Token[]): Evidence => ({
    tokens,
    file,
    href: files[file],
    isMissing: false,
  })
  if ('by' in decision)
    return decision.by && from(decision.by.policy, colored(jsonOf(shortened(decision.by.document, action))))
  switch (decision.reason) {
    case 'no allow': {
      const { policies } = gates.find(({ id }) => id === gateIdOf(decision.gate)) ?? { policies: [] }
      const statement = { Effect: 'Allow', Action: action, Resource: resource || '*' }
      return {
        tokens: colored(jsonOf(statement)),
        file: policies.join(', '),
        href: undefined,
        isMissing: true,
      }
    }
    case 'trust policy': {
      const { file, policy } = decision.trust
      return from(file, colored(policy.Statement.map(jsonOf).join('\n')))
    }
    case 'root user':
      return null
    case 'assignment': {
      const text = isPerson(who)
        ? organization.policySet.assignments.access[people[who].group]?.text
        : undefined
      return text ? from(accessFile, markedLine(text, account)) : null
    }
  }
}

/** Marks the line of an account in the rows of a group. */
const markedLine = (text: string, account: string): Token[] =>
  text
    .split(/(?<=\n)/)
    .map((line): Token => (line.trim().startsWith(`${account} `) ? ['ask-line', line] : line))

/** More names than anybody reads. A statement of the kit has fewer. */
const mostNames = 100

/** A statement with the names that match the action, if its list of actions is very long, as AWS's are. */
function shortened(statement: StatementDocument, action: string): object {
  const { Action } = statement
  if (!Array.isArray(Action) || Action.length <= mostNames) return statement
  const matching = Action.filter((pattern) => matches(pattern.toLowerCase(), action.toLowerCase()))
  return { ...statement, Action: [...matching, `… ${Action.length - matching.length} more`] }
}

/** JSON with each list of names as one paragraph. A long list comes last, so that the conditions are in view. */
const jsonOf = (value: object) => {
  const isLong = (part: unknown) => Array.isArray(part) && part.length > 8
  const parts = Object.entries(value)
  const ordered = Object.fromEntries([
    ...parts.filter(([, part]) => !isLong(part)),
    ...parts.filter(([, part]) => isLong(part)),
  ])
  return JSON.stringify(ordered, null, 2).replace(
    /\[\n\s+([^[\]]*?)\n\s+\]/g,
    (_, names: string) => `[${names.replace(/,\n\s+/g, ', ')}]`,
  )
}

/** Colors JSON: its keys, and its other strings. */
export const colored = (json: string): Token[] =>
  json
    .split(/("(?:[^"\\]|\\.)*"(?::)?)/)
    .filter(Boolean)
    .map((part) =>
      !part.startsWith('"') ? part : part.endsWith(':') ? ['tok-keyword', part] : ['tok-string', part],
    )

/**
 * The mark of a box in the drawing: the verdict in the account of the question, and the gate's state in the policy that decided.
 * @param shape its resource, which is an account, a policy or a unit, and the unit that it stands in
 */
export function markOf(
  shape: { resource: string | null | undefined; unit?: string | undefined },
  { account }: Question,
  { decision, gates }: Answer,
  { unit, root }: { unit: string; root: string },
): string | undefined {
  if (shape.resource === account || (account === 'management' && shape.resource === root))
    return (decision?.verdict ?? 'cannot tell').replace(' ', '-')
  if (!decision || !('gate' in decision) || !('by' in decision)) return undefined
  const id = gateIdOf(decision.gate)
  const isHere = id === 'root' ? shape.unit === undefined : id === 'unit' && shape.unit === unit
  const isDeciding = decision.by.policy === `organization/scp-${shape.resource}.json`
  return isHere && isDeciding ? gates.find((gate) => gate.id === id)?.state : undefined
}
