// The main face of the package: judges one request, or all requests of a trail.
export {
  judge,
  type Reading,
  type Result,
  type Row,
  regionsIn,
  startReading,
  withRegions,
} from './dry-run.ts'
export {
  decider,
  type Gate,
  keysFor,
  type LocatedStatement,
  matches,
  type Policy,
  type Request,
  type Statement,
  type Verdict,
} from './evaluate.ts'
