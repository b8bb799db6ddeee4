// The example that the build judges, and that a visitor can judge again.

import table from './example.csv?raw'
import { exampleSource } from './example-source.ts'
import type { Guardrails, PolicySource } from './guardrails.ts'
import { judgeTrail, readFiles } from './jobs.ts'
import type { Report } from './report.ts'
import type { Choices } from './state.ts'

/** The result of the query for Athena. */
export const exampleTable = table

/** The units of its accounts that are not workloads. */
export const exampleUnits: Readonly<Record<string, string>> = {
  '444455556666': 'security',
  '555566667777': 'shared',
}

/** Judges the example by the policies as they are written. */
export async function judgeExample(
  policies: PolicySource,
  guardrails: Guardrails,
  units: Choices['units'],
): Promise<Report> {
  const { signal } = new AbortController()
  const source = exampleSource(table)
  const trail = await readFiles({ source, policies: guardrails.policies }, signal, () => {})
  const regions = policies.kind === 'kit' ? policies.regions : null
  return judgeTrail({ trail, choices: { guardrails, regions, units } }, signal)
}
