// The example that the build judges, and that a visitor can judge again.
import table from './example.csv?raw'
import { type Guardrails, judgeTrail, readFiles } from './jobs.ts'
import type { Report } from './report.ts'
import type { Source } from './state.ts'

/** The result of the query for Athena. */
export const exampleTable = table

/** The units of its accounts that are not workloads. */
export const exampleUnits: Readonly<Record<string, string>> = {
  '444455556666': 'security',
  '555566667777': 'shared',
}

/** @param regions the regions that the visitor uses */
export async function judgeExample(guardrails: Guardrails, regions: readonly string[]): Promise<Report> {
  const { signal } = new AbortController()
  const source: Source = {
    files: [{ name: 'example.csv', content: new Blob([table]) }],
    skipped: 0,
    isExample: true,
  }
  const trail = await readFiles(source, guardrails, signal, () => {})
  return judgeTrail({ trail, choices: { regions, units: exampleUnits } }, guardrails, signal)
}
