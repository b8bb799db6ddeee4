import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** The process, its files and its log live by the machine's clock. */
const ofTheMachine = /^server\/(?:main\.ts$|log\/log\.ts$|(?:start|files)\/)/

/** The current time, by the machine's clock. */
const readsClock = /\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)/

test('the server decides by the clock that it is given, which tests can move', () => {
  const files = globSync('server/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(50)
  const problems = files
    .filter(
      (file) => !ofTheMachine.test(file) && readsClock.test(readFileSync(path.join(root, file), 'utf8')),
    )
    .map(
      (file) =>
        `${file} reads the machine's clock. Take the time as an argument: \`now\` of the dependencies.`,
    )
  expect(problems).toEqual([])
})

test.each(['now = Date.now()', 'now: () => number = Date.now', 'new Date()', 'new Date( ).getTime()'])(
  '"%s" reads the clock',
  (code) => expect(code).toMatch(readsClock),
)
