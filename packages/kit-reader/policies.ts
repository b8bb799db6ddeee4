// The kit's policies as gates, and the requests that the checks try. Runs in a browser.
export { scpGatesByUnit } from './gates.ts'
export { cases } from './policy-cases.ts'
