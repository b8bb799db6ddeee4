// The kit's policies as gates, and the requests that its checks try. Runs in a browser.
export { gatesByUnit, gatesOf, type PolicySet } from './gates.ts'
export { type Case, cases, type Holder, principals } from './policy-cases.ts'
