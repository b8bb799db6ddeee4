import type { CheckArguments } from './arguments.ts'
import { problemLine, readDocument } from './documents.ts'
import { counted } from './table.ts'

/**
 * Checks the named policies and prints their problems.
 * @returns the exit code: 1 if one has an error
 * @throws UsageError if one cannot be read
 */
export async function runCheck({ documents, format }: CheckArguments): Promise<number> {
  const found = []
  for (const { file, type } of documents) {
    const { problems } = await readDocument(file, type)
    found.push(...problems.map((problem) => ({ file, problem })))
  }
  const errors = found.filter(({ problem }) => problem.level === 'error').length
  if (format === 'json') {
    const list = found.map(({ file, problem: { line, column, level, message } }) => ({
      ...{ file, line, column, level, message },
    }))
    process.stdout.write(`${JSON.stringify(list, null, 2)}\n`)
  } else {
    for (const { file, problem } of found) process.stdout.write(problemLine(file, problem))
    const warnings = found.length - errors
    process.stdout.write(
      `${counted(documents.length, 'file')}: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}\n`,
    )
  }
  return errors > 0 ? 1 : 0
}
