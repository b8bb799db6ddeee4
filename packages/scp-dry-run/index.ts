// The main face of the package: parses policies, judges one request, or all requests of a trail.

export { type Asked, accountIn, askedRequest } from './judge/asked.ts'
export { csvOf } from './judge/csv.ts'
export { decider, type Gate, keysFor, type Verdict } from './judge/evaluate.ts'
export { judge, type Result, type Row } from './judge/judge.ts'
export {
  type AccountGates,
  type Attachment,
  accountGates,
  gatesOf,
  type Level,
  levelWarnings,
} from './judge/levels.ts'
export { countSkipped, type NotJudged, notJudged } from './judge/not-judged.ts'
export { type Reading, startReading } from './judge/reading.ts'
export { regionsIn, withRegions } from './judge/regions.ts'
export type { Request } from './judge/request.ts'
export type { Missing, Why } from './judge/truth.ts'
export type { KnownNames } from './names/names.ts'
export { textOf } from './policy/bytes.ts'
export { policyOf } from './policy/compile.ts'
export type { Condition } from './policy/conditions.ts'
export { type Parsed, type ParseOptions, parse } from './policy/parse.ts'
export {
  type Policy,
  type PolicyDocument,
  type PolicyType,
  policyTypes,
  type Statement,
  type StatementDocument,
  type Unknown,
} from './policy/policy.ts'
export type { Problem } from './policy/problems.ts'
export { matches } from './policy/wildcard.ts'
