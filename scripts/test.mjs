// `npm test`: installs what the tests need and runs all of them. The last line reads "N passed, N failed".
import { installIfNeeded } from './install.mjs'
import { script } from './run.mjs'
import { quick, steps } from './steps.mjs'

const all = Object.keys(steps).filter((name) => !steps[name]?.onlyLong)
const long = Object.keys(steps).filter((name) => steps[name]?.long)

const help = `npm test                               everything that a change needs
npm run check                          the quick steps, in under a minute: ${quick.join(', ')}
npm test -- <step> [arguments]         one step; its arguments replace those of npm test. A folder with the name of a step
                                       ends in a slash: npm test -- unit content/
npm test -- <step> <step>              several steps
npm test -- long [<step>]              what takes longer: ${long.join(', ')}

Steps, in this order:
${Object.entries(steps)
  .map(([name, { about }]) => `  ${name.padEnd(14)}${about}`)
  .join('\n')}
`

/**
 * Reads the command line.
 * @param {string[]} words
 * @returns {{ names: string[], isLong: boolean, given: string[] | null }} `given`: the arguments of the only step
 */
function readWords(words) {
  const isLong = words[0] === 'long'
  const rest = words[0] === 'check' ? [...quick, ...words.slice(1)] : isLong ? words.slice(1) : words
  const end = rest.findIndex((word) => !(word in steps))
  const names = end === -1 ? rest : rest.slice(0, end)
  const given = end === -1 ? null : rest.slice(end)
  if (given && names.length !== 1) {
    const isHelp = given[0] === '--help' || given[0] === '-h'
    console[isHelp ? 'log' : 'error'](isHelp ? help : `Unknown step: ${given[0]}\n\n${help}`)
    process.exit(isHelp ? 0 : 2)
  }
  if (isLong && names.some((name) => !long.includes(name))) {
    console.error(`Only these steps have a long version: ${long.join(', ')}`)
    process.exit(2)
  }
  return { names: names.length > 0 ? names : isLong ? long : all, isLong, given }
}

async function runSteps() {
  const { names, isLong, given } = readWords(process.argv.slice(2))
  await installIfNeeded({ tests: true }).catch((error) => {
    console.error(`${error.message}\n\n0 passed, 1 failed`)
    process.exit(1)
  })
  if (names.some((name) => steps[name]?.needsBuild) && !names.includes('build')) names.push('build')
  const total = { passed: 0, failed: 0 }
  /** @type {string[]} */
  const lines = []
  /** @type {string[]} */
  const failures = []
  /** @type {string[]} */
  const flakyTests = []

  /** Runs a step. An error counts as one failure. @param {string} name */
  async function runStep(name) {
    const step = steps[name]
    if (!step) return
    console.log(`── ${name}${isLong ? ' (long)' : ''}`)
    const start = Date.now()
    const { passed, failed, skipped, output, flaky } = await step
      .run(given ?? (isLong ? step.long : step.args) ?? [])
      .catch((error) => ({
        passed: 0,
        failed: 1,
        skipped: undefined,
        output: String(error.message),
        flaky: [],
      }))
    const seconds = Math.round((Date.now() - start) / 1000)
    if (failed > 0) failures.push(`── ${name} failed. The end of its output:\n${output?.trimEnd()}`)
    flakyTests.push(...(flaky ?? []))
    total.passed += passed
    total.failed += failed
    const result = skipped ? `skipped: ${skipped}` : `${passed} passed, ${failed} failed, ${seconds} s`
    lines.push(`${name.padEnd(14)}${result}`)
  }

  const ordered = Object.keys(steps).filter((name) => names.includes(name))
  await Promise.all(ordered.filter((name) => quick.includes(name)).map(runStep))
  for (const name of ordered.filter((name) => !quick.includes(name))) await runStep(name)

  for (const failure of failures) console.log(`\n${failure}`)
  // Each is a defect, of the test or of what it tests. It does not fail the run, so that it hides nothing else.
  if (flakyTests.length > 0) console.log(`\nPassed on the second try:\n  ${flakyTests.join('\n  ')}`)
  const left = Object.keys(steps).filter((name) => steps[name]?.onlyLong && !names.includes(name))
  if (names.length >= all.length)
    lines.push(`Not run: ${left.join(', ')}. "npm test -- long" runs them, too.`)
  console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed > 0 ? 1 : 0)
}

await script(runSteps)
