// Builds the project with the content, colors and product of another seller (tests/other-seller) in a separate folder, and
// runs a suite there or serves it. A failure shows code that works for one seller only.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { copyAsOtherSeller } from '../tests/support/other-seller.ts'

const help = `npm test -- other-seller unit [arguments of Vitest]          the types, too
npm test -- other-seller browser [arguments of Playwright]
npm test -- other-seller start            serves the shop on PORT (3000)

Tests of this project's own texts and product are left out.`

/** For each first argument: the scripts of the copy to run, with their arguments. The last one gets the other arguments, too. */
const programs: Record<string, string[][]> = {
  unit: [
    // A text that this seller's content lacks is an error of the types.
    [
      'node_modules/astro/bin/astro.mjs',
      ...['check', '--tsconfig', 'site/tsconfig.astro.json', '--minimumSeverity', 'error'],
    ],
    ['node_modules/@typescript/native/bin/tsc', '--noEmit'],
    ['node_modules/vitest/vitest.mjs', 'run'],
  ],
  browser: [['node_modules/@playwright/test/cli.js', 'test', '--grep-invert', '@long']],
  start: [['server/main.ts']],
}

const [name = '', ...more] = process.argv.slice(2)
const commands = programs[name]
if (!commands) {
  console[['--help', '-h'].includes(name) ? 'log' : 'error'](help)
  process.exit(['--help', '-h'].includes(name) ? 0 : 2)
}

const copy = copyAsOtherSeller({ tests: true })
process.on('exit', () => copy.remove())
const bin = path.join(copy.path, 'node_modules/.bin')
const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` }

/** @returns the exit code */
async function run(args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: copy.path, env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  const [code] = await once(child, 'close')
  return code ?? 1
}

const all = [['scripts/build.mjs'], ...commands]
for (const command of all) {
  const exitCode = await run(command === all.at(-1) ? [...command, ...more] : command)
  if (exitCode !== 0) process.exit(exitCode)
}
