import { expect, test } from 'vitest'
import { startScript } from '../tests/support/server-process.ts'

const scripts = [
  ['start', 'start.mjs'],
  ['run dev', 'dev.mjs'],
  ['run build', 'build.mjs'],
  ['run boundaries', 'check-imports.ts'],
  ['run documents', 'check-documents.ts'],
  ['run kit:check', 'kit/check.ts'],
  ['run check:site', 'site/check.ts'],
]

test.each(scripts)('npm %s --help shows the usage and does nothing else', async (name, file) => {
  const { ended, output } = startScript([`scripts/${file}`, '--help'], {})
  expect(await ended).toBe(0)
  expect(output()).toMatch(new RegExp(`^npm ${name} {4}`))
})

test.each(scripts)('npm %s refuses an unknown argument', async (name, file) => {
  const { ended, output } = startScript([`scripts/${file}`, '--fast'], {})
  expect(await ended).toBe(2)
  expect(output()).toMatch(new RegExp(`^Unknown argument: --fast\n\nnpm ${name} {4}`))
})
