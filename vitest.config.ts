import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '{content,contract,site,server,operator,scripts}/**/*.test.{ts,tsx}',
      'tests/{contract,fault,support}/**/*.test.ts',
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
