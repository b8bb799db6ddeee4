// `npm test`: runs the steps. The last line reads "N passed, N failed".
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildEnvironment, root } from './run.mjs'
import { quick, type Step, steps, waves } from './steps.ts'

const help = `npm test                           what a change needs
npm test -- long                   what takes longer
npm test -- [long] <step> …        some of the steps
npm test -- <step> <arguments>     one step; the arguments replace those of npm test. A folder with the name of a step
                                   ends in a slash: npm test -- unit content/
npm run check                      ${quick.join(', ')}: prints only what is wrong

Steps, in this order; those of npm test have a star:
${Object.entries(steps)
  .map(([name, { about, args }]) => `  ${args === null ? ' ' : '*'} ${name.padEnd(14)}${about}`)
  .join('\n')}
`

const isCheck = process.argv[2] === 'check'
const isLong = process.argv[2] === 'long'
const words = process.argv.slice(isCheck || isLong ? 3 : 2)
const end = words.findIndex((word) => !(word in steps))
const named = end === -1 ? words : words.slice(0, end)
/** The arguments of the only step. */
const given = end === -1 ? null : words.slice(end)
if (given && (named.length !== 1 || isCheck)) {
  console.log(help)
  process.exit(given[0] === '--help' ? 0 : 2)
}
/** The arguments of a step, or nothing if it is not part of this run. */
const argumentsOf = ({ args = [], long }: Step) => (isLong ? long : args)
const isChosen = (name: string, step: Step) => (isCheck ? quick.includes(name) : argumentsOf(step))
const wanted = Object.entries(steps).filter(([name, step]) =>
  named.length > 0 ? named.includes(name) : isChosen(name, step),
)

// The tests start the server and the commands hundreds of times. Node loads their compiled code from this cache.
const compiled = mkdtempSync(path.join(tmpdir(), 'shop-tests-'))
process.on('exit', () => rmSync(compiled, { recursive: true, force: true }))
const common = {
  PATH: path.join(root, 'node_modules/.bin') + path.delimiter + process.env.PATH,
  NODE_COMPILE_CACHE: compiled,
  // The programs write to a pipe. This keeps their colors on a terminal.
  ...(process.stdout.isTTY && !process.env.NO_COLOR && { FORCE_COLOR: '1' }),
}

/**
 * Runs a program.
 * @param args of Node
 * @param isQuiet whether its output is not shown
 * @returns `output`: its last 12,000 characters
 */
function run(args: string[], env: NodeJS.ProcessEnv, isQuiet: boolean) {
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number; output: string }>()
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['inherit', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      if (!isQuiet) process.stdout.write(text)
      output = (output + text).slice(-12_000)
    })
  child.on('error', reject)
  child.on('close', (code) => resolve({ code: code ?? 1, output }))
  return promise
}

/** The last count at the end of what Vitest or Playwright said: "Tests  1 failed | 2 passed (3)", "  2 passed (3.4s)". */
function count(word: 'passed' | 'failed', output: string): number {
  const pattern = new RegExp(`^ +(?:Tests .*?)?(\\d+) ${word}`, 'gm')
  return Number([...stripVTControlCharacters(output).matchAll(pattern)].at(-1)?.[1] ?? 0)
}

const total = { passed: 0, failed: 0 }
const lines: string[] = []
const failures: string[] = []

/** Runs a step. One that is not a suite counts as one test. @param isBeside whether others run: it then shows nothing */
async function runStep([name, step]: [string, Step], isBeside: boolean): Promise<void> {
  if (!isCheck) console.log(`── ${name}${isLong ? ' (long)' : ''}`)
  const start = Date.now()
  // The checks are other people's programs, and need none of the shop's keys.
  const env = { ...(quick.includes(name) ? buildEnvironment() : process.env), ...common }
  let ended = { code: 0, output: '' }
  for (const program of step.programs) {
    const args = program === step.programs.at(-1) ? (given ?? argumentsOf(step) ?? []) : []
    if (ended.code === 0) ended = await run([...program, ...args], env, isBeside)
  }
  const { code, output } = ended
  const seconds = Math.round((Date.now() - start) / 1000)
  if (code === 77) {
    lines.push(`${name.padEnd(14)}skipped: ${output.trimEnd().split('\n').at(-1)}`)
    return
  }
  const isSuite = /vitest|playwright/.test(step.programs.at(-1)?.[0] ?? '')
  const passed = isSuite ? count('passed', output) : Number(code === 0)
  // A runner may end with an error although none of its tests failed.
  const failed = code === 0 ? 0 : Math.max(isSuite ? count('failed', output) : 0, 1)
  if (failed > 0) failures.push(`── ${name} failed. The end of its output:\n${output.trimEnd()}`)
  total.passed += passed
  total.failed += failed
  lines.push(`${name.padEnd(14)}${passed} passed, ${failed} failed, ${seconds} s`)
}

const groups = Map.groupBy(wanted, ([name]) => waves.find((wave) => wave.includes(name)) ?? name)
for (const group of groups.values()) await Promise.all(group.map((step) => runStep(step, group.length > 1)))
// What failed comes last, for readers of the last lines.
for (const failure of failures) console.log(`\n${failure}`)
if (failures.length > 0 || !isCheck)
  console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
