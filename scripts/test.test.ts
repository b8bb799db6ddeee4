import { expect, test } from 'vitest'
import { startScript } from '../tests/support/server-process.ts'
import { steps } from './steps.mjs'

async function npmTest(...args: string[]) {
  const { ended, output } = startScript(['scripts/test.mjs', ...args], { KIT_TERRAFORM: '/nowhere/tofu' })
  return { code: await ended, output: output() }
}

test('a step that cannot run says so in a sentence, and counts as nothing', async () => {
  const { code, output } = await npmTest('kit-apply')
  expect(code).toBe(0)
  expect(output).toMatch(
    /Skipped, because this machine lacks \/nowhere\/tofu[\s\S]*\nkit-apply +skipped: the kit was not applied to an emulator: .*\n\n0 passed, 0 failed\n$/,
  )
})

test.each([[['--help']], [['check', '--help']], [['long', '-h']]])('%j lists every step', async (args) => {
  const { code, output } = await npmTest(...args)
  expect(code).toBe(0)
  for (const name of Object.keys(steps)) expect(output).toContain(`\n  ${name} `)
})

test.each([
  [['nonsense'], 'Unknown step: nonsense'],
  [['lint', 'types', '--fast'], 'Unknown step: --fast'],
  [
    ['long', 'documents'],
    'Only these steps have a long version: scp-dry-run, kit-terraform, kit-apply, unit, simulate, fuzz, browser, firefox',
  ],
])('%j is refused', async (args, message) => {
  const { code, output } = await npmTest(...args)
  expect(code).toBe(2)
  expect(output).toContain(message)
})

test('a quick step that passes says only that, and the last line has the counts', async () => {
  const { code, output } = await npmTest('boundaries')
  expect(code).toBe(0)
  expect(output).toMatch(/^── boundaries\n\nboundaries +1 passed, 0 failed, \d+ s\n\n1 passed, 0 failed\n$/)
})

test('a step gets its arguments, and shows what it says', async () => {
  expect((await npmTest('boundaries', '--help')).output).toContain('checks who imports whom')
  const failed = await npmTest('boundaries', '--fast')
  expect(failed.code).toBe(1)
  expect(failed.output).toMatch(
    /boundaries failed\.[\s\S]*Unknown argument: --fast[\s\S]*\n0 passed, 1 failed\n$/,
  )
})
