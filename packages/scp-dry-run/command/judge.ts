import { judge } from '../judge/judge.ts'
import { accountGates } from '../judge/levels.ts'
import { countSkipped } from '../judge/not-judged.ts'
import { startReading } from '../judge/reading.ts'
import { type JudgeArguments, UsageError } from './arguments.ts'
import { levelsOf, loadPolicies, problemsOfLevels, splitGlobs } from './documents.ts'
import { findFiles } from './find-files.ts'
import { type Judged, printResult } from './print-result.ts'
import { listenForInterrupt } from './progress.ts'
import { readFiles } from './read-files.ts'
import { counted } from './table.ts'

/** The exit code of a process that Ctrl-C ended: 128 and the number of SIGINT. */
const interrupted = 130

/**
 * Judges the requests of a trail, and prints the result. After Ctrl-C, it judges what was read.
 * @returns the exit code
 * @throws UsageError if the policies or the files cannot be judged
 */
export async function runJudge({ facts, format, failOn, ...given }: JudgeArguments): Promise<number> {
  const { policies: named, trail } = await splitGlobs(given.policies, given.trail)
  if (trail.length === 0)
    throw new UsageError(
      'These are all policies. Name the files of the trail, a folder, or - for standard input.',
    )
  const policies = await loadPolicies(named)
  const { files: paths, others } = await findFiles(trail)
  const started = startReading(policies.map(({ policy }) => policy))
  const { reading } = started
  const signal = listenForInterrupt()
  const files = await readFiles(paths, started, signal)
  if (reading.events === 0 && !signal.aborted) {
    for (const { file, problem } of files) if (problem) process.stderr.write(`${file} ${problem}\n`)
    throw new UsageError(
      paths.length === 0
        ? `There is no file of a trail. ${counted(others, 'file')} of other kinds were left out.`
        : `There is no event in ${counted(paths.length, 'file')}.`,
    )
  }
  const result = await judge(reading, accountGates(levelsOf(policies), reading.management), undefined, facts)
  const { denied, allowed, 'cannot tell': unknown } = result.verdicts
  const judged: Judged = {
    totals: { denied, unknown, allowed, skipped: countSkipped(reading, result) },
    reading,
    result,
    files,
    others,
  }
  printResult(judged, format)
  if (signal.aborted) {
    process.stderr.write(
      `Stopped. Counted: ${counted(reading.events, 'event')} in ${files.length} of ${counted(paths.length, 'file')}.\n`,
    )
    return interrupted
  }
  const refused = problemsOfLevels(policies)
  for (const sentence of refused) process.stderr.write(`${sentence}\n`)
  // A gate that could not see everything is not green.
  const isBlind = files.some(({ problem }) => problem !== null)
  return failOn.length > 0 &&
    (isBlind || refused.length > 0 || failOn.some((verdict) => judged.totals[verdict] > 0))
    ? 1
    : 0
}
