// The two jobs of a dry run: reading files, and judging what was read. Both let the browser work in between.
import { judge, startReading } from 'scp-dry-run'
import { readAhead, readTrail, slices } from 'scp-dry-run/read-trail'
import { type DamagedFile, type Report, reportOf } from './report.ts'
import type { JudgingJob, ReadingJob, Trail } from './state.ts'

/**
 * Reads the files one after another.
 * @param onProgress called at most four times a second: nobody reads a faster counter
 * @throws the signal's reason when it is aborted
 */
export async function readFiles(
  { source, policies }: ReadingJob,
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
export async function judgeTrail({ trail, choices }: JudgingJob, signal: AbortSignal): Promise<Report> {
  const gatesFor = choices.guardrails.byAccount(trail, choices)
  const result = await judge(trail.reading, gatesFor, slices(signal), choices.facts)
  signal.throwIfAborted()
  return reportOf(trail, result)
}
