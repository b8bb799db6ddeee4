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
])('VITE_FUNCTIONS_BASE_URL=%j gives the base %j', async (value, base) => {
  vi.stubEnv('VITE_FUNCTIONS_BASE_URL', value)
  vi.resetModules()
  const { functionsBase } = await import('./queries.ts')
  expect(functionsBase).toBe(base)
})
