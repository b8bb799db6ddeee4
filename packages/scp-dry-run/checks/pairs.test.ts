// Pairs of a policy and a request that people decided by hand from AWS's pages, whose addresses are beside them.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readArguments } from '../command/arguments.ts'
import { accountIn, askedRequest } from '../judge/asked.ts'
import { decider } from '../judge/evaluate.ts'
import { judge } from '../judge/judge.ts'
import { accountGates, gatesOf, type Level } from '../judge/levels.ts'
import { startReading } from '../judge/reading.ts'
import { parse } from '../policy/parse.ts'
import type { TrailEvent } from '../trail/cloudtrail.ts'

interface Pair {
  name: string
  /** Several: each is honest. */
  expected: string[]
  page: string
  /** Of the command. */
  args: string[]
  files: Record<string, unknown>
}
const read = (file: string): Pair[] => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))

async function verdictOf({ args, files }: Pair): Promise<string> {
  const given = readArguments(args)
  if (given.name !== 'judge' && given.name !== 'ask') throw new Error(`no command of a pair: ${given.name}`)
  const named = given.policies.map(({ file, type, accounts }) => {
    const [policy] = parse(JSON.stringify(files[file]), { name: file, type }).policies
    if (!policy) throw new Error(`${file} has no policy`)
    return { policy, accounts }
  })
  const levels: Level[] = [{ name: 'root', policies: named }]
  if (given.name === 'ask')
    return decider(gatesOf(levels, accountIn(given.principal ?? '')).gates)(askedRequest(given)).verdict
  const { reading, add } = startReading(named.map(({ policy }) => policy))
  for (const file of given.trail)
    for (const event of (files[file] as { Records: TrailEvent[] }).Records) add(event)
  const { verdicts } = await judge(reading, accountGates(levels, reading.management), undefined, given.facts)
  const found = Object.entries(verdicts).flatMap(([verdict, times]) => (times > 0 ? verdict : []))
  return found.join() || 'not judged'
}

test.each([...read('pairs.json'), ...read('own-pairs.json')])('$name: $expected ($page)', async (pair) => {
  expect(pair.expected).toContain(await verdictOf(pair))
})
