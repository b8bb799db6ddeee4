// `npm test`: installs what the tests need and runs all of them. The last line reads "N passed, N failed".
import { installIfNeeded } from './install.mjs'
import { script } from './run.mjs'
import { quick, steps, waves } from './steps.mjs'

const help = `npm test                           what a change needs
npm test -- long                   what takes longer
npm test -- [long] <step> …        some of the steps
npm test -- <step> <arguments>     one step; the arguments replace those of npm test. A folder with the name of a step
                                   ends in a slash: npm test -- unit content/
npm run check                      ${quick.join(', ')}: prints only what is wrong

Steps, in this order; those of npm test have a star:
${Object.entries(steps)
  .map(([name, { about, args }]) => `  ${args ? '*' : ' '} ${name.padEnd(14)}${about}`)
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
const all = Object.keys(steps)
const chosen = isCheck ? quick : all.filter((name) => steps[name]?.[isLong ? 'long' : 'args'])
const wanted = named.length > 0 ? named : chosen
const needsBuild = wanted.some((name) => steps[name]?.needsBuild)
const names = all.filter((name) => wanted.includes(name) || (name === 'build' && needsBuild))

const total = { passed: 0, failed: 0 }
/** @type {string[]} */
const lines = []
/** @type {string[]} */
const failures = []
/** @param {string} text */
const say = (text) => isCheck || console.log(text)

/** Runs a step. An error counts as one failure. @param {string} name @param {boolean} isBeside */
async function runStep(name, isBeside) {
  const step = steps[name]
  if (!step) return
  say(`── ${name}${isLong ? ' (long)' : ''}`)
  const start = Date.now()
  const { passed, failed, skipped, output } = await step
    .run(given ?? (isLong ? step.long : step.args) ?? [], isBeside)
    .catch((error) => ({ passed: 0, failed: 1, skipped: false, output: String(error.message) }))
  const seconds = Math.round((Date.now() - start) / 1000)
  if (failed > 0) failures.push(`── ${name} failed. The end of its output:\n${output.trimEnd()}`)
  total.passed += passed
  total.failed += failed
  lines.push(
    `${name.padEnd(14)}${skipped ? `skipped: ${output.trimEnd().split('\n').at(-1)}` : `${passed} passed, ${failed} failed, ${seconds} s`}`,
  )
}

await script(async () => {
  await installIfNeeded({ tests: true }).catch((error) => {
    console.error(`${error.message}\n\n0 passed, 1 failed`)
    process.exit(1)
  })
  const alone = names.filter((name) => !waves.flat().includes(name)).map((name) => [name])
  for (const wave of [...waves, ...alone]) {
    const running = wave.filter((name) => names.includes(name))
    await Promise.all(running.map((name) => runStep(name, running.length > 1)))
  }
  // What failed comes last, for readers of the last lines.
  for (const failure of failures) console.log(`\n${failure}`)
  if (failures.length > 0 || !isCheck)
    console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed > 0 ? 1 : 0)
})
