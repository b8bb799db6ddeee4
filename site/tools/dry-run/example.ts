// The example that the build judges, and that a visitor can judge again.

import table from './example.csv?raw'
import { exampleSource } from './example-source.ts'
import type { Guardrails } from './guardrails.ts'
import { judgeTrail, readFiles } from './jobs.ts'
import type { Report } from './report.ts'

/** The result of the query for Athena. */
export const exampleTable = table

/** Judges the example by the policies as they are written. */
export async function judgeExample(guardrails: Guardrails): Promise<Report> {
  const { signal } = new AbortController()
  const source = exampleSource(table)
  const trail = await readFiles({ source, policies: guardrails.policies }, signal, () => {})
  return judgeTrail({ trail, choices: { guardrails, regions: null, facts: {} } }, signal)
}
