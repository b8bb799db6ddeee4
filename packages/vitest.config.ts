import { defineConfig } from 'vitest/config'

/** For the tests of one package: `npm test -- scp-dry-run` gives its folder as the root. */
export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    maxWorkers: 4,
    isolate: false,
    testNamePattern: /^(?!.*@long)/,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
