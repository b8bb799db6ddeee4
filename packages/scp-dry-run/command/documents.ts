// Reads the policies that the arguments name.
import { readFile, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { type Level, levelWarnings } from '../judge/levels.ts'
import { awsNames } from '../names/aws-names.ts'
import { textOf } from '../policy/bytes.ts'
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
  let content: Uint8Array
  try {
    content = file === '-' ? await buffer(process.stdin) : await readFile(file)
  } catch (error) {
    throw new UsageError(`${file}: ${reasonOf(error)}`)
  }
  return parse(textOf(content), { name: file, type, names: awsNames })
}

/** A problem as compilers print it, so that editors and pipelines find its line. */
export const problemLine = (file: string, { line, column, level, message }: Problem): string =>
  `${file}:${line}:${column}: ${level}: ${message}\n`

export interface LoadedPolicy extends Omit<PolicyArgument, 'file' | 'type' | 'next'> {
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

/** Files of a trail are larger. */
const mostOfPolicy = 1_000_000

/**
 * A shell's glob puts several files after --policy. The first ones that hold a policy belong to it, and the others are the trail.
 * @returns the policies with those files, and the trail
 */
export async function splitGlobs(
  named: readonly PolicyArgument[],
  trail: readonly string[],
): Promise<{ policies: PolicyArgument[]; trail: string[] }> {
  const rest = [...trail]
  const policies: PolicyArgument[] = []
  for (const one of named) {
    policies.push(one)
    for (const file of one.next) {
      if (file === '-' || !(await holdsPolicy(file))) break
      policies.push({ ...one, file, next: [] })
      rest.splice(rest.indexOf(file), 1)
    }
  }
  return { policies, trail: rest }
}

async function holdsPolicy(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile() || found.size > mostOfPolicy || !/\.(json|txt)$/i.test(file)) return false
  const text = textOf(await readFile(file))
  return /"Statement"|"format_version"/.test(text) && !/"(Records|eventSource)"/.test(text)
}

/** What AWS would not attach, as sentences. */
export const problemsOfLevels = (policies: readonly LoadedPolicy[]): string[] =>
  levelWarnings(levelsOf(policies))

/** The levels in their order, the root first. */
export function levelsOf(policies: readonly LoadedPolicy[]): Level[] {
  const names = [...new Set(policies.map(({ level }) => level))]
  return names.map((name) => ({ name, policies: policies.filter(({ level }) => level === name) }))
}
