import { virtualKit } from 'kit-reader/vite'
import { defineConfig } from 'vitest/config'
import { sample } from '#content/sample.ts'
import { site } from '#content/site.ts'
import { words } from '#content/words.ts'

export default defineConfig({
  plugins: [virtualKit({ ...sample, product: site.name, words: words.sample })],
  test: {
    // Without this line, an imported style sheet is empty, even if it is imported as text.
    css: { include: [/content\/theme\.css/] },
    include: ['**/*.test.{ts,tsx}'],
    // Each package has a step of its own, and so has Firefox.
    exclude: ['**/node_modules/**', '.cache/**', 'build/**', 'packages/**', 'tests/firefox/**'],
    // By default, Vitest starts one process fewer than there are processors. Most of these tests wait for other processes. On two
    // processors, six processes take a tenth longer.
    maxWorkers: 4,
    // Files that run in the same process share its modules, because loading them again for each file takes a sixth longer. A test
    // that changes something global changes it back.
    isolate: false,
    // `npm test -- long` runs the others: --testNamePattern replaces this.
    testNamePattern: /^(?!.*@long)/,
    testTimeout: 60_000,
    // Shorter than a test, so that a poll that fails says what it waited for.
    expect: { poll: { timeout: 40_000 } },
    hookTimeout: 60_000,
  },
})
