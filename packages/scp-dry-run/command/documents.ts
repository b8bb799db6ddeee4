// Reads the policies that the arguments name.
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Level } from '../judge/levels.ts'
import { awsNames } from '../names/aws-names.ts'
import { parse } from '../policy/parse.ts'
import type { Policy, PolicyType } from '../policy/policy.ts'
import type { Problem } from '../policy/problems.ts'
import { type PolicyArgument, UsageError } from './arguments.ts'
import { reasonOf } from './find-files.ts'

interface Document {
  policies: readonly Policy[]
  problems: readonly Problem[]
}

/**
 * @param file `-`: standard input
 * @throws UsageError if it cannot be read
 */
export async function readDocument(file: string, type: PolicyType): Promise<Document> {
  let content: string
  try {
    content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${file}: ${reasonOf(error)}`)
  }
  return parse(content, { name: file, type, names: awsNames })
}

/** A problem as compilers print it, so that editors and pipelines find its line. */
export const problemLine = (file: string, { line, column, level, message }: Problem): string =>
  `${file}:${line}:${column}: ${level}: ${message}\n`

export interface LoadedPolicy extends Omit<PolicyArgument, 'file' | 'type'> {
  policy: Policy
}

/**
 * Reads the policies that will judge. Prints their problems to the standard error.
 * @throws UsageError if one has an error
 */
export async function loadPolicies(named: readonly PolicyArgument[]): Promise<LoadedPolicy[]> {
  const loaded: LoadedPolicy[] = []
  const faulty: string[] = []
  for (const { file, type, level, accounts } of named) {
    const { policies, problems } = await readDocument(file, type)
    for (const problem of problems) process.stderr.write(problemLine(file, problem))
    if (problems.some((problem) => problem.level === 'error')) faulty.push(file)
    loaded.push(...policies.map((policy) => ({ policy, level, accounts })))
  }
  if (faulty.length > 0)
    throw new UsageError(`Nothing was judged, because of errors in ${faulty.join(', ')}. Mend them first.`)
  return loaded
}

/** The levels in their order, the root first. */
export function levelsOf(policies: readonly LoadedPolicy[]): Level[] {
  const names = [...new Set(policies.map(({ level }) => level))]
  return names.map((name) => ({ name, policies: policies.filter(({ level }) => level === name) }))
}
