import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    // A purchase in a browser takes longer than a unit test.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
