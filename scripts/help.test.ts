import { expect, test } from 'vitest'
import { startScript } from '../tests/support/server-process.ts'

const scripts = [
  ['start', 'scripts/start.mjs'],
  ['run dev', 'scripts/dev.mjs'],
  ['run build', 'scripts/build.mjs'],
  ['test -- boundaries', 'checks/sources/check-imports.ts'],
  ['test -- documents', 'checks/sources/check-documents.ts'],
  ['test -- site', 'checks/site/check.ts'],
]

test.each(scripts)('npm %s --help shows the usage and does nothing else', async (name, file) => {
  const { ended, output } = startScript([file, '--help'], {})
  expect(await ended).toBe(0)
  expect(output()).toMatch(new RegExp(`^npm ${name} {4}`))
})

test.each(scripts)('npm %s refuses an unknown argument', async (name, file) => {
  const { ended, output } = startScript([file, '--fast'], {})
  expect(await ended).toBe(2)
  expect(output()).toMatch(new RegExp(`^Unknown argument: --fast\n\nnpm ${name} {4}`))
})
