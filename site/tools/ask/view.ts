// The words of an answer, for the build and the browser.
import type { policies } from '#content/policies.ts'
import { fill } from '../../../contract/fill.ts'
import type { Token } from '../../ui/code.tsx'
import type { Answer, GateId, Question } from './question.ts'

export type Words = Pick<typeof policies, 'gates' | 'sentences' | 'states' | 'verdicts'>

export const gateName = (id: GateId, unit: string, { gates }: Words) => fill(gates[id].name, { unit })

export function sentenceOf(answer: Answer, unit: string, words: Words): string {
  const { sentences, gates } = words
  const { by, missing, reads, verdict } = answer
  const values = {
    at: answer.gate ? fill(gates[answer.gate].at, { unit }) : '',
    sid: by?.sid ?? '',
    file: reads ?? by?.policy ?? '',
    missing: missing.map((key) => (key === 'resource' ? sentences.resource : key)).join(', '),
  }
  if (reads) return fill(sentences.reads, values)
  if (verdict === 'cannot tell') return fill(sentences.unclear, values)
  if (verdict === 'denied') return fill(by ? sentences.denied : sentences.nothing, values)
  return fill(by ? sentences.allowed : sentences.always, values)
}

/** The statement of the answer, or the one that is missing, as JSON. */
export function codeOf({ by, verdict }: Answer, { action, resource }: Question): string {
  if (by) return jsonOf(by.statement)
  return verdict === 'denied' ? jsonOf({ Effect: 'Allow', Action: action, Resource: resource || '*' }) : ''
}

/** JSON with each list of names as one paragraph, and a long list after all else: what the statement asks is seen first. */
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

/** Above the statement: its file, with the file's page, or the files that lack an allow. */
export function captionOf(
  { by, gate, gates }: Answer,
  files: Record<string, string>,
): { text: string; href: string | undefined } {
  if (by) return { text: by.policy, href: files[by.policy] }
  const policies = gates.find(({ id }) => id === gate)?.policies ?? []
  return { text: policies.join(', '), href: undefined }
}

/** Colors JSON: its keys, and its other strings. */
export const colored = (json: string): Token[] =>
  json
    .split(/("(?:[^"\\]|\\.)*"(?::)?)/)
    .filter(Boolean)
    .map((part) =>
      !part.startsWith('"') ? part : part.endsWith(':') ? ['tok-keyword', part] : ['tok-string', part],
    )

/** What the boxes of the drawing show. @param policy of a shape, or a unit, by the shape's resource and unit */
export function markOf(
  { resource, unit }: { resource: string | null | undefined; unit?: string | undefined },
  answer: Answer,
  place: { account: string; unit: string; root: string },
): string | undefined {
  const { by, gate } = answer
  if (resource === place.account || (place.account === 'management' && resource === place.root))
    return answer.verdict.replace(' ', '-')
  const isHere = gate === 'root' ? unit === undefined : gate === 'unit' && unit === place.unit
  const state = answer.gates.find(({ id }) => id === gate)?.state
  return isHere && by?.policy === `organization/scp-${resource}.json` ? state : undefined
}
