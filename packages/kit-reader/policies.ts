// Who may do what in the kit's organization, and the requests that the checks try. Runs in a browser.
export {
  accessFile,
  type Holder,
  isPerson,
  people,
  type Role,
  roleNames,
  sessionIn,
} from './assignment.ts'
export {
  type Asker,
  type Decision,
  decide,
  gateNames,
  gatesFor,
  isAssumeRole,
  type NamedPolicy,
  type PolicySet,
  scpGatesByUnit,
  withPrincipal,
} from './gates.ts'
export { type Case, cases } from './policy-cases.ts'
