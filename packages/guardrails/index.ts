// The main face of the package: parses policies, judges one request, or all requests of a trail.

export { type Asked, accountIn, askedRequest } from './asked.ts'
export { policyOf } from './compile.ts'
export type { Condition } from './conditions.ts'
export { csvOf } from './csv.ts'
export { judge, type Reading, type Result, type Row, startReading } from './dry-run.ts'
export { decider, type Gate, keysFor, type Verdict } from './evaluate.ts'
export {
  type AccountGates,
  type Attachment,
  accountGates,
  gatesOf,
  type Level,
  levelWarnings,
} from './levels.ts'
export type { KnownNames } from './names.ts'
export { countSkipped, type NotJudged, notJudged } from './not-judged.ts'
export { type Parsed, type ParseOptions, parse } from './parse.ts'
export {
  type Policy,
  type PolicyDocument,
  type PolicyType,
  policyTypes,
  type Statement,
  type StatementDocument,
  type Unknown,
} from './policy.ts'
export type { Problem } from './problems.ts'
export { regionsIn, withRegions } from './regions.ts'
export type { Request } from './request.ts'
export type { Missing, Why } from './truth.ts'
export { matches } from './wildcard.ts'
