// The two jobs of a dry run: reading files, and judging what was read. Both let the browser work in between.
import { type NamedPolicy, scpGatesByUnit } from 'kit-reader/policies'
import { type AccountGates, judge, type Policy, startReading } from 'scp-dry-run'
import { readAhead, readTrail, slices } from 'scp-dry-run/read-trail'
import { type Report, reportOf } from './report.ts'
import type { Choices, DamagedFile, JudgingJob, Source, Trail } from './state.ts'

/** The policies that a trail is judged by. */
export interface Guardrails {
  /** All policies that may judge. A reading keeps only what they ask for. */
  policies: readonly Policy[]
  /** The gates of each account with the visitor's choices. */
  byAccount(trail: Trail, choices: Choices): (account: string) => AccountGates
}

/** The unit of an account until the visitor chooses another one. */
const defaultUnit = 'workloads'

export const unitOf = (account: string, { reading }: Trail, { units }: Pick<Choices, 'units'>): string =>
  units[account] ?? (reading.management.has(account) ? 'management' : defaultUnit)

/** The kit's policies: those of the root and of the account's unit, with the visitor's regions. */
export function kitGuardrails(
  attachments: Readonly<Record<string, readonly string[]>>,
  policies: readonly NamedPolicy[],
): Guardrails {
  const units = Object.values(scpGatesByUnit(attachments, policies))
  return {
    policies: [...new Set(units.flatMap(({ gates }) => gates.flatMap((gate) => gate.policies)))],
    byAccount(trail, choices) {
      const chosen = scpGatesByUnit(attachments, policies, choices.regions)
      return (account) => chosen[unitOf(account, trail, choices)] as AccountGates
    },
  }
}

/**
 * Reads the files one after another.
 * @param onProgress called at most four times a second: nobody reads a faster counter
 * @throws the signal's reason when it is aborted
 */
export async function readFiles(
  source: Source,
  { policies }: Guardrails,
  signal: AbortSignal,
  onProgress: (file: number, events: number) => void,
): Promise<Trail> {
  const pause = slices(signal)
  const { reading, add } = startReading(policies)
  const damaged: DamagedFile[] = []
  let reportedAt = performance.now()
  const report = (file: number) => {
    if (performance.now() - reportedAt < 250) return
    reportedAt = performance.now()
    onProgress(file, reading.events)
  }
  let index = 0
  for await (const { file, content } of readAhead(source.files)) {
    report(index)
    const { events, damage } = await readTrail(content, add, () => {
      const rest = pause()
      if (rest) report(index)
      return rest
    })
    if (damage) damaged.push({ name: file.name, damage, events })
    index++
    // Small files end before they pause.
    await pause()
  }
  // Cancel may have come after the last pause.
  signal.throwIfAborted()
  return { source, reading, damaged }
}

/** @throws the signal's reason when it is aborted */
export async function judgeTrail(
  { trail, choices }: JudgingJob,
  guardrails: Guardrails,
  signal: AbortSignal,
): Promise<Report> {
  const result = await judge(trail.reading, guardrails.byAccount(trail, choices), slices(signal))
  signal.throwIfAborted()
  return reportOf(trail.reading, result)
}
