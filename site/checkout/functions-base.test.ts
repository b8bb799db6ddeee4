import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test.each([
  [undefined, ''],
  ['', ''],
  ['https://functions.example', 'https://functions.example'],
  ['https://functions.example/base//', 'https://functions.example/base'],
])('the base given as %j is %j', async (given, base) => {
  vi.stubEnv('VITE_FUNCTIONS_BASE_URL', given)
  vi.resetModules()
  const { functionsBase } = await import('./functions-base.ts')
  expect(functionsBase).toBe(base)
})
